import CKernels
import RiffleTestSupport
import Testing

@testable import Riffle

/// The readings of Han: of words, of surnames, and those behind the first.
@Suite struct HanReadingsTests {
  private static func romanized(_ title: String, _ options: FoldingOptions = FoldingOptions()) -> String {
    var romanizer = Romanizer(options)
    return romanizer.romanize(title.utf8.span) ? String(decoding: romanizer.bytes, as: UTF8.self) : ""
  }

  /// The title by its first readings, without signs.
  private static func first(_ title: String) -> String {
    romanized(title).prefix { $0 != "(" }.filter { $0.isLetter }.lowercased()
  }

  @Test(arguments: [
    ("重庆", "chongqing"), ("长沙", "changsha"), ("长春", "changchun"), ("厦门", "xiamen"), ("六安", "luan"),
    ("蚌埠", "bengbu"), ("台州", "taizhou"), ("成都", "chengdu"), ("长治", "changzhi"), ("番禺", "panyu"),
    ("铅山", "yanshan"), ("乐清", "yueqing"), ("西藏", "xizang"), ("涡阳", "guoyang"), ("什邡", "shifang"), ("朝阳区", "chaoyangqu"),
    ("东阿", "donge"), ("单县", "shanxian"), ("中国重庆", "zhongguochongqing"),
  ])
  func placesHaveReadingsOfTheirOwn(title: String, reading: String) {
    #expect(HanReadingsTests.first(title) == reading)
  }

  @Test(arguments: [
    ("音乐", "yinyue"), ("快乐", "kuaile"), ("银行", "yinhang"), ("行走", "xingzou"), ("重庆银行", "chongqingyinhang"),
    ("校长", "xiaozhang"), ("长度", "changdu"), ("音乐厅", "yinyueting"), ("会计", "kuaiji"), ("地图", "ditu"), ("便宜", "pianyi"),
    ("北京大学", "beijingdaxue"), ("还是", "haishi"), ("归还", "guihuan"), ("一目了然", "yimuliaoran"),
  ])
  func wordsDecideReadings(title: String, reading: String) { #expect(HanReadingsTests.first(title) == reading) }

  @Test(arguments: [
    ("曾国藩", "zengguofan"), ("单雄信", "shanxiongxin"), ("仇英", "qiuying"), ("解缙", "xiejin"), ("查良镛", "zhaliangyong"),
    ("区志伟", "ouzhiwei"), ("朴槿惠", "piaojinhui"), ("翟天临", "zhaitianlin"), ("尉迟恭", "yuchigong"), ("万俟卨", "moqixie"),
    ("单于", "chanyu"), ("长孙无忌", "zhangsunwuji"), ("曾志伟 - 电影", "zengzhiweidianying"), ("“曾国藩”", "zengguofan"),
  ])
  func surnamesBeginNames(title: String, reading: String) { #expect(HanReadingsTests.first(title) == reading) }

  @Test(arguments: [
    ("曾经", "cengjing"), ("单词", "danci"), ("单元测试", "danyuanceshi"), ("单", "dan"), ("查询", "chaxun"), ("查尔斯", "chaersi"),
    ("解决方案", "jiejuefangan"), ("区长", "quzhang"), ("仇恨", "chouhen"), ("朴素", "pusu"), ("手机 单雄信", "shoujidanxiongxin"),
    ("姓曾国藩", "xingcengguofan"), ("解放军", "jiefangjun"), ("单反相机", "danfanxiangji"), ("查一查看", "chayichakan"),
  ])
  func wordsAndLaterNamesHaveNoSurnames(title: String, reading: String) {
    #expect(HanReadingsTests.first(title) == reading)
  }

  @Test(arguments: [
    ("重慶", "重庆"), ("長沙", "长沙"), ("廈門", "厦门"), ("曾國藩", "曾国藩"), ("單雄信", "单雄信"), ("音樂", "音乐"), ("銀行", "银行"),
    ("查詢", "查询"), ("區長", "区长"),
  ])
  func traditionalLettersAreReadLikeSimplifiedOnes(traditional: String, simplified: String) {
    #expect(HanReadingsTests.romanized(traditional) == HanReadingsTests.romanized(simplified))
  }

  @Test(arguments: [
    ("重庆", "ChongQing (CQ, Zhongqing, ZQ)"), ("银行", "YinHang (YH, Yinxing, YX)"),
    ("曾国藩", "ZengGuoFan (ZGF, Cengguofan, CGF)"),
    ("重", "Zhong (Chong)"), ("六安", "LuAn (LA, Liuan)"), ("中国银行", "ZhongGuo-YinHang (ZGYH, Yinxing, ZGYX)"),
    ("乐天", "LeTian (LT, Yuetian, YT)"), ("区长", "QuZhang (QZ, Ouzhang, OZ, Quchang, QC)"), ("北京", "BeiJing (BJ)"),
    ("重3章", "Zhong-3-Zhang (ZZ, Chong, CZ)"), ("iPhone 长大", "ZhangDa (ZD, Changda, CD)"),
  ])
  func otherReadingsStandBehindTheFirst(title: String, reading: String) {
    #expect(HanReadingsTests.romanized(title) == reading)
  }

  @Test func otherReadingsAreSmallWhereCapitalsCount() {
    let romanized = HanReadingsTests.romanized("重庆", FoldingOptions(isCaseSensitive: true))
    #expect(romanized == "chong-qing (cq, zhongqing, zq)")
  }

  /// What has kana is Japanese; a name in kanji alone cannot be told from a Chinese one.
  @Test(arguments: [
    ("単なる曾国藩", "dannarucengguofan"), ("長い", "zhangi"), ("重庆の銀行", "zhongqingnoyinxing"),
  ])
  func titlesWithKanaHaveOneReadingForEachLetter(title: String, reading: String) {
    #expect(HanReadingsTests.first(title) == reading && !HanReadingsTests.romanized(title).contains(","))
  }

  @Test func aLongTitleHasFewOtherReadings() {
    let title = String(repeating: "重长乐行", count: 5000)
    let romanized = HanReadingsTests.romanized(title)
    #expect(romanized.count { $0 == "," } <= 16)
    #expect(romanized.utf8.count < 8 * 20_000)
  }

  @Test(arguments: ["重庆", "一日三省吾身", "单", "曾", "重重重重", "长孙", "重\u{301}庆"])
  func longTitlesOfHanTakeTimeInProportion(letters: String) {
    let title = String(repeating: letters, count: 65_536 / letters.utf8.count)
    let clock = ContinuousClock()
    #expect(clock.measure { _ = HanReadingsTests.romanized(title) } < .seconds(10))
    #expect(clock.measure { _ = HanOrder(title.utf8.span, from: 0) } < .seconds(10))
  }

  // MARK: - Tables

  @Test func wordsOfTheTableAreInOrderAndShort() {
    let count = Int(han_word_count)
    let words = (0..<count).map { word in
      (Int(han_word_start(word))..<Int(han_word_start(word + 1))).map { han_word_letter($0) }
    }
    #expect(words.allSatisfy { !$0.isEmpty && $0.count <= Int(HAN_LONGEST_WORD) })
    #expect(zip(words, words.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
    // Each is found by its own letters.
    #expect(
      words.allSatisfy { word in
        var syllables: [HanReadings.Syllable] = []
        let letters = word.map { UInt32($0) }
        HanReadings.append(letters.span, mayBeName: true, to: &syllables)
        return syllables.count == word.count && syllables.allSatisfy { $0 < han_syllable_count }
      })
  }

  /// Letters that stand for a syllable in the order of a list.
  @Test func standInsAreReadAndFiledAsTheirSyllables() throws {
    let alphabet = try AlphabetBuckets(locales: ["zh"])
    let rules = RomanizationRules()
    let plain = TextAnalyzer()
    var folded = FieldText()
    for syllable in 1..<HanReadings.Syllable(han_syllable_count) {
      guard let letter = HanReadings.standIn(for: syllable).flatMap(Unicode.Scalar.init) else { continue }
      let latin = HanReadings.latin(syllable)
      let romanized = rules.romanize(String(letter).utf8.span, by: .any)
      plain.analyze(romanized.span, into: &folded)
      #expect(Array(folded.bytes.prefix(folded.foldedCount)) == latin, "\(letter)")
      let label = alphabet.labels[alphabet.bucket(asOrdered: String(letter).utf8.span)].text
      #expect(label.lowercased().utf8.first == latin.first, "\(letter)")
    }
  }
}
