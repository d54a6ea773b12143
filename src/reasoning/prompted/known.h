#pragma once
#include <span>
#include <string>

#include "assay/core/claim.h"
#include "assay/core/evidence.h"
#include "reasoning/prompted/references.h"

namespace assay::reasoning::prompted {

// What prose about this claim and evidence may refer to: its items, their pictures and the claim's,
// the addresses of its sources. Both outlive it.
Known known_in(const core::Claim& claim, std::span<const core::Evidence> evidence);

// What prose about one source may refer to: the pictures of claim and source, its own address and
// those that stand in its text. All outlive it.
Known known_in(const core::Claim& claim, const core::Source& source, const std::string& text);

// `removed, for the record has no such thing: …`; empty where nothing was.
std::string removed_note(const Checked& checked);

}  // namespace assay::reasoning::prompted
