#include "io/address_policy.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>

#include <cstring>

namespace assay::io {
namespace {

bool is_public(const std::string& host) { return why_host_not_public(host).empty(); }

TEST(AddressPolicy, PublicAddressesAreAllowed) {
  for (const char* host :
       {"8.8.8.8", "1.1.1.1", "93.184.216.34", "172.15.0.1", "172.32.0.1", "192.167.1.1",
        "169.253.1.1", "100.63.0.1", "100.128.0.1", "223.255.255.255", "2606:4700::1111",
        "[2a00:1450:4001:81c::200e]", "example.org", "EXAMPLE.ORG.", "local.example.org",
        "localhost.example.org", "internal.example", "2002:0808:0808::1", "64:ff9b::8.8.8.8"})
    EXPECT_TRUE(is_public(host)) << host << ": " << why_host_not_public(host);
}

TEST(AddressPolicy, WhatLiesInsideIsNot) {
  for (const char* host : {"127.0.0.1",
                           "127.255.255.254",
                           "0.0.0.0",
                           "0.1.2.3",
                           "10.0.0.1",
                           "172.16.0.1",
                           "172.31.255.255",
                           "192.168.1.1",
                           "169.254.169.254",
                           "100.100.100.200",
                           "168.63.129.16",
                           "224.0.0.1",
                           "239.255.255.255",
                           "240.0.0.1",
                           "255.255.255.255",
                           "198.18.0.1",
                           "192.0.2.1",
                           "198.51.100.7",
                           "203.0.113.9",
                           "localhost",
                           "LOCALHOST",
                           "localhost.",
                           "foo.localhost",
                           "printer.local",
                           "metadata.google.internal",
                           "router.lan",
                           ""})
    EXPECT_FALSE(is_public(host)) << host;
}

TEST(AddressPolicy, OddWaysToWriteAnAddressAreRead) {
  for (const char* host : {"2130706433", "0x7f000001", "0x7f.1", "127.1", "0177.0.0.1", "0"})
    EXPECT_FALSE(is_public(host)) << host;
  EXPECT_TRUE(is_public("0x08080808"));
}

TEST(AddressPolicy, IPv6IsJudgedAsWhatItStandsFor) {
  for (const char* host : {"::1",
                           "[::1]",
                           "::",
                           "fe80::1",
                           "fe80::1%eth0",
                           "febf::1",
                           "fc00::1",
                           "fd12:3456::1",
                           "fec0::1",
                           "ff02::1",
                           "::ffff:127.0.0.1",
                           "::ffff:10.0.0.1",
                           "::ffff:a9fe:a9fe",
                           "::127.0.0.1",
                           "::ffff:0:127.0.0.1",
                           "64:ff9b::10.0.0.1",
                           "64:ff9b:1::1",
                           "2002:7f00:0001::1",
                           "2002:c0a8:0101::1",
                           "2001:0:0808:0808::f5ff:fffe",
                           "2606:4700::5efe:192.168.0.1",
                           "2001:db8::1",
                           "100::1",
                           "fd00:ec2::254",
                           "4000::1"})
    EXPECT_FALSE(is_public(host)) << host;
  EXPECT_TRUE(is_public("::ffff:8.8.8.8"));
}

TEST(AddressPolicy, SocketAddressesAreJudgedAlike) {
  sockaddr_in v4{};
  v4.sin_family = AF_INET;
  inet_pton(AF_INET, "127.0.0.1", &v4.sin_addr);
  sockaddr any{};
  std::memcpy(&any, &v4, sizeof v4);
  EXPECT_FALSE(why_not_public(any).empty());
  inet_pton(AF_INET, "8.8.8.8", &v4.sin_addr);
  std::memcpy(&any, &v4, sizeof v4);
  EXPECT_TRUE(why_not_public(any).empty());
  sockaddr_in6 v6{};
  v6.sin6_family = AF_INET6;
  inet_pton(AF_INET6, "::ffff:192.168.0.1", &v6.sin6_addr);
  EXPECT_FALSE(why_not_public(reinterpret_cast<const sockaddr&>(v6)).empty());
  sockaddr unix{};
  unix.sa_family = AF_UNIX;
  EXPECT_FALSE(why_not_public(unix).empty());
}

}  // namespace
}  // namespace assay::io
