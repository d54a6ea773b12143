#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

struct sockaddr;

// Which addresses a page may be fetched from: those of the public internet. What lies inside
// (this machine, its network, the services of the cloud that it runs in) is nobody's evidence, and
// a page that names it is after something.
namespace assay::io {

// Why the address is none of the public internet (`a loopback address`, `a private address`, …);
// empty where it is one. Four bytes are IPv4, sixteen IPv6, of which the forms that stand for an
// IPv4 address (mapped, compatible, 6to4, Teredo, NAT64, ISATAP) are judged as that one too.
std::string_view why_not_public(std::span<const std::uint8_t> address);

// The same of what is about to be connected to. Another family than IPv4 and IPv6 is never public.
std::string_view why_not_public(const sockaddr& address);

// The same of a host as an address names it, where that is an IP address (with or without
// brackets) or a name that can only mean this machine or its network (`localhost`, `*.local`,
// `*.internal`, …). Empty for every other name: that is judged when it is connected to.
std::string_view why_host_not_public(const std::string& host);

}  // namespace assay::io
