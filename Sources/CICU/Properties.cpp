#include "CICU.h"

#include <memory>
#include <string>
#include <unicode/normalizer2.h>
#include <unicode/translit.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/uversion.h>

const icu::Normalizer2 *cicu_normalizer(int32_t form, UErrorCode &status);

extern "C" {

int32_t cicu_version(void) {
  UVersionInfo version;
  u_getVersion(version);
  return version[0] * 100 + version[1];
}

int32_t cicu_unicode_version(void) {
  UVersionInfo version;
  u_getUnicodeVersion(version);
  return version[0] * 100 + version[1];
}

int32_t cicu_cell_width(uint32_t scalar) {
  const auto c = static_cast<UChar32>(scalar);
  // The vowels and finals of decomposed Hangul share the cells of what they follow.
  if ((c >= 0x1160 && c <= 0x11FF) || (c >= 0xD7B0 && c <= 0xD7FF)) return 0;
  switch (u_charType(c)) {
    case U_NON_SPACING_MARK:
    case U_ENCLOSING_MARK:
      return 0;
    case U_FORMAT_CHAR:
      return c == 0xAD ? 1 : 0;
    default:
      break;
  }
  switch (u_getIntPropertyValue(c, UCHAR_EAST_ASIAN_WIDTH)) {
    case U_EA_WIDE:
    case U_EA_FULLWIDTH:
      return 2;
    default:
      return 1;
  }
}

const char *cicu_category(uint32_t scalar) {
  return u_getPropertyValueName(
      UCHAR_GENERAL_CATEGORY, u_charType(static_cast<UChar32>(scalar)), U_SHORT_PROPERTY_NAME);
}

const char *cicu_script(uint32_t scalar) {
  UErrorCode status = U_ZERO_ERROR;
  return uscript_getShortName(uscript_getScript(static_cast<UChar32>(scalar), &status));
}

uint8_t cicu_combining_class(uint32_t scalar) {
  return u_getCombiningClass(static_cast<UChar32>(scalar));
}

const char *cicu_word_break(uint32_t scalar) {
  return u_getPropertyValueName(
      UCHAR_WORD_BREAK, u_getIntPropertyValue(static_cast<UChar32>(scalar), UCHAR_WORD_BREAK),
      U_LONG_PROPERTY_NAME);
}

bool cicu_needs_dictionary(uint32_t scalar) {
  return u_getIntPropertyValue(static_cast<UChar32>(scalar), UCHAR_LINE_BREAK)
      == U_LB_COMPLEX_CONTEXT;
}

bool cicu_is_ideographic(uint32_t scalar) {
  return u_hasBinaryProperty(static_cast<UChar32>(scalar), UCHAR_IDEOGRAPHIC);
}

bool cicu_is_control(uint32_t scalar) {
  return u_getIntPropertyValue(static_cast<UChar32>(scalar), UCHAR_GRAPHEME_CLUSTER_BREAK)
      == U_GCB_CONTROL;
}

bool cicu_is_pictographic(uint32_t scalar) {
  return u_hasBinaryProperty(static_cast<UChar32>(scalar), UCHAR_EXTENDED_PICTOGRAPHIC);
}

bool cicu_is_default_ignorable(uint32_t scalar) {
  return u_hasBinaryProperty(
      static_cast<UChar32>(scalar), UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
}

int32_t cicu_digit_value(uint32_t scalar) {
  return u_charDigitValue(static_cast<UChar32>(scalar));
}

bool cicu_has_boundary_before(int32_t form, uint32_t scalar) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2 *normalizer = cicu_normalizer(form, status);
  return U_SUCCESS(status) && normalizer->hasBoundaryBefore(static_cast<UChar32>(scalar));
}

bool cicu_is_stable(int32_t form, uint32_t scalar) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2 *normalizer = cicu_normalizer(form, status);
  if (U_FAILURE(status)) return false;
  const icu::UnicodeString text(static_cast<UChar32>(scalar));
  return normalizer->quickCheck(text, status) == UNORM_YES && U_SUCCESS(status);
}

int32_t cicu_latin_ascii(const char *text, int32_t count, char *result, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  thread_local std::unique_ptr<icu::Transliterator> transliterator{
      icu::Transliterator::createInstance("Latin-ASCII", UTRANS_FORWARD, status)};
  if (U_FAILURE(status) || !transliterator) return -U_INTERNAL_PROGRAM_ERROR;
  icu::UnicodeString unicode = icu::UnicodeString::fromUTF8(icu::StringPiece(text, count));
  transliterator->transliterate(unicode);
  std::string bytes;
  unicode.toUTF8String(bytes);
  const int32_t needed = static_cast<int32_t>(bytes.size());
  if (needed <= capacity) bytes.copy(result, bytes.size());
  return needed;
}

uint32_t cicu_simplified(uint32_t scalar) {
  UErrorCode status = U_ZERO_ERROR;
  thread_local std::unique_ptr<icu::Transliterator> transliterator{
      icu::Transliterator::createInstance("Traditional-Simplified", UTRANS_FORWARD, status)};
  if (U_FAILURE(status) || !transliterator) return 0;
  icu::UnicodeString unicode(static_cast<UChar32>(scalar));
  transliterator->transliterate(unicode);
  return unicode.countChar32() == 1 ? static_cast<uint32_t>(unicode.char32At(0)) : scalar;
}

}  // extern "C"
