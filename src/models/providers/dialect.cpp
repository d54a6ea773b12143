#include "models/providers/dialect.h"

#include <algorithm>

namespace assay::models {

Adaptations merged(const Adaptations& a, const Adaptations& b) {
  Adaptations both;
  both.no_temperature = a.no_temperature || b.no_temperature;
  both.no_top_p = a.no_top_p || b.no_top_p;
  both.no_schema = a.no_schema || b.no_schema;
  both.no_json_mode = a.no_json_mode || b.no_json_mode;
  both.other_limit_name = a.other_limit_name || b.other_limit_name;
  both.no_limit = a.no_limit || b.no_limit;
  both.longest_answer = a.longest_answer == 0 || b.longest_answer == 0
                            ? std::max(a.longest_answer, b.longest_answer)
                            : std::min(a.longest_answer, b.longest_answer);
  both.room = a.room;
  return both;
}

int token_limit(const ChatOptions& options, const Adaptations& adaptations) {
  int asked = std::max(1, options.max_tokens);
  if (adaptations.room > 0) asked = std::min(asked, adaptations.room);
  return adaptations.longest_answer > 0 ? std::min(asked, adaptations.longest_answer) : asked;
}

}  // namespace assay::models
