#include "eval/judge/temporal.h"

#include "reasoning/prompted/fence.h"
#include "reasoning/prompted/read_answer.h"

namespace assay::eval {

namespace prompted = reasoning::prompted;

boost::asio::awaitable<std::optional<bool>> depends_on_time(Judge& judge, core::Claim claim) {
  Judge::Question question;
  question.prompt = "temporal";
  question.values = {{"claim", prompted::fenced(claim.text.plain())},
                     {"date", claim.date ? "It was made on " + claim.date->to_string() + "."
                                         : "When it was made is not known."}};
  question.members = {"depends_on_time"};
  const auto answer = co_await judge.ask(std::move(question));
  if (!answer) co_return std::nullopt;
  co_return prompted::flag_member(*answer, "depends_on_time");
}

}  // namespace assay::eval
