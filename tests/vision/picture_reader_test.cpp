#include "vision/picture_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "vision/decode_job.h"
#include "vision/encoders.h"

namespace assay {
namespace {

using testing::HasSubstr;

std::string reason(vision::PictureReader& reader, std::string_view bytes) {
  try {
    reader.read(bytes);
  } catch (const vision::Undecodable& error) {
    return error.what();
  }
  return "decoded";
}

// Every codec works where no thread may be started and no file opened.
TEST(PictureReader, DecodesEveryFormatInTheWorker) {
  vision::PictureReader reader(ASSAY_PICTURE_WORKER);
  const auto picture = test::pattern(120, 80);
  for (const auto& bytes : {test::jpeg(picture), test::png(picture), test::webp(picture, false),
                            test::gif(picture, 1), test::heic(picture), test::avif(picture),
                            test::bmp(picture), test::tiff(picture, 8, true)}) {
    const auto here = vision::decode(bytes);
    const auto there = reader.read(bytes);
    SCOPED_TRACE(to_string(here.type));
    EXPECT_EQ(there.type, here.type);
    EXPECT_EQ(there.notes, here.notes);
    EXPECT_EQ(test::largest_difference(there.picture, here.picture), 0);
  }
}

TEST(PictureReader, ScalesDownAndKeepsTheOriginalSize) {
  vision::PictureReader reader(ASSAY_PICTURE_WORKER, {.max_side = 200});
  const auto image = reader.read(test::jpeg(test::pattern(900, 600)));
  EXPECT_EQ(image.picture.width, 200);
  EXPECT_EQ(image.original_width, 900);
  EXPECT_EQ(reader.read(test::jpeg(test::pattern(900, 600)), 50).picture.width, 50);
}

TEST(PictureReader, GoesOnAfterWhatCantBeDecoded) {
  vision::PictureReader reader(ASSAY_PICTURE_WORKER);
  EXPECT_EQ(reason(reader, ""), "it is empty");
  EXPECT_THAT(reason(reader, "no picture"), HasSubstr("it is no JPEG"));
  EXPECT_THAT(reason(reader, test::png_header(60'000, 60'000, 8, 2)), HasSubstr("60000 x 60000"));
  EXPECT_EQ(reader.read(test::png(test::pattern(9, 9))).picture.width, 9);
}

TEST(PictureReader, TheNotesOfABrokenPictureComeAlong) {
  vision::PictureReader reader(ASSAY_PICTURE_WORKER);
  const auto bytes = test::jpeg(test::pattern(256, 256));
  const auto image = reader.read(std::string_view(bytes).substr(0, bytes.size() / 2));
  EXPECT_FALSE(image.complete);
  EXPECT_THAT(image.notes, testing::ElementsAre(HasSubstr("of 256 rows")));
}

TEST(PictureReader, AWorkersAnswerIsCheckedLikeAFile) {
  const vision::DecodeLimits limits;
  EXPECT_THROW(vision::decode_reply("", limits), vision::Undecodable);
  EXPECT_THROW(vision::decode_reply("{}\n", limits), vision::Undecodable);
  auto reply = vision::encode_reply(vision::decode(test::png(test::pattern(5, 4))));
  EXPECT_EQ(vision::decode_reply(reply, limits).picture.width, 5);
  reply.pop_back();
  EXPECT_THROW(vision::decode_reply(reply, limits), vision::Undecodable);
}

}  // namespace
}  // namespace assay
