import Riffle
import RiffleTestSupport
import Testing

/// What a person means by what they type, in small lists of the kinds that finders are used for: the row that comes first.
@Suite struct SmallListFeelTests {
  /// Titles, with what else each is found by behind a bar.
  private static let contacts = """
    Jürgen Müller | Mobil +49 170 5551234
    Anna Mueller
    Anna Muller-Smith
    Søren Kierkegård
    Åse Århus
    Aase Aarhus
    José Ángel Núñez
    Jose Nunez
    Zoë O'Connor
    Łukasz Żółw
    Björk Guðmundsdóttir
    Ğüneş İnce
    محمد أحمد | ٠٥٠١٢٣٤٥٦٧
    مصطفى علي
    فاطمة الزهراء
    آرش کیانی
    שָׁלוֹם כהן
    김철수
    이영희
    박지성
    渡辺 さくら | わたなべ さくら
    ワタナベ サクラ
    山田 太郎
    王小明
    Иван Петров
    Алёна Ёлкина
    Ελένη Παπαδοπούλου
    नरेंद्र मोदी
    ज़ाकिर हुसैन
    @maria | Maria Silva
    Dr. Weiß
    """

  private static let contactQueries = """
    mueller → Anna Mueller
    müller → Jürgen Müller
    juergen → Jürgen Müller
    jurgen m → Jürgen Müller
    soren → Søren Kierkegård
    soeren kierkegaard → Søren Kierkegård
    århus → Åse Århus
    åse → Åse Århus
    jose nunez → Jose Nunez
    josé ángel → José Ángel Núñez
    oconnor → Zoë O'Connor
    zoe → Zoë O'Connor
    lukasz → Łukasz Żółw
    zolw → Łukasz Żółw
    gudmundsdottir → Björk Guðmundsdóttir
    bjoerk → Björk Guðmundsdóttir
    gunes → Ğüneş İnce
    احمد → محمد أحمد
    0501234 → محمد أحمد
    ٠٥٠١٢٣ → محمد أحمد
    5551234 → Jürgen Müller
    مصطفي → مصطفى علي
    فاطمه → فاطمة الزهراء
    كياني → آرش کیانی
    ارش → آرش کیانی
    שלום → שָׁלוֹם כהן
    ㄱㅊㅅ → 김철수
    기 → 김철수
    김처 → 김철수
    영흐 → 이영희
    바ㄱ → 박지성
    さくら → 渡辺 さくら
    サクラ → ワタナベ サクラ
    わたなべ → ワタナベ サクラ
    渡辺 → 渡辺 さくら
    太郎 → 山田 太郎
    小明 → 王小明
    елкина → Алёна Ёлкина
    алена → Алёна Ёлкина
    ελενη → Ελένη Παπαδοπούλου
    नरेंद → नरेंद्र मोदी
    जाकिर → ज़ाकिर हुसैन
    weiss → Dr. Weiß
    maria → @maria
    """

  private static let music = """
    Beyoncé
    Sigur Rós
    Motörhead
    Mötley Crüe
    Blue Öyster Cult
    Sinéad O'Connor
    AC/DC
    P!nk
    Ke$ha
    R.E.M.
    Röyksopp
    Die Ärzte
    Hüsker Dü
    방탄소년단
    아이유
    きゃりーぱみゅぱみゅ
    ポルノグラフィティ
    スピッツ
    Ágætis byrjun
    Für Elise
    Symphony No. 9
    Symphony No. 10
    foo
    Boards of Canada
    """

  private static let musicQueries = """
    beyonce → Beyoncé
    sigur ros → Sigur Rós
    motorhead → Motörhead
    motoerhead → Motörhead
    motley crue → Mötley Crüe
    blue oyster → Blue Öyster Cult
    sinead oconnor → Sinéad O'Connor
    acdc → AC/DC
    ac dc → AC/DC
    rem → R.E.M.
    royksopp → Röyksopp
    roeyksopp → Röyksopp
    aerzte → Die Ärzte
    die arzte → Die Ärzte
    huesker due → Hüsker Dü
    husker du → Hüsker Dü
    방타 → 방탄소년단
    방탄소녀 → 방탄소년단
    ㅂㅌㅅㄴㄷ → 방탄소년단
    아이ㅇ → 아이유
    すぴっつ → スピッツ
    ぽるの → ポルノグラフィティ
    キャリー → きゃりーぱみゅぱみゅ
    agaetis → Ágætis byrjun
    fuer elise → Für Elise
    fur elise → Für Elise
    symphony 9 → Symphony No. 9
    symphony 10 → Symphony No. 10
    oo → foo
    """

  private static let emoji = """
    😀 grinning face | smile happy
    😂 face with tears of joy | lol laugh haha
    ❤️ red heart | love
    💔 broken heart
    👍 thumbs up | +1 yes like
    👎 thumbs down | -1 no
    🎉 party popper | tada celebrate
    🇩🇪 flag: Germany | de
    🇯🇵 flag: Japan | jp
    🔥 fire | lit hot
    🤷 person shrugging | shrug
    🙏 folded hands | pray thanks
    ☕ hot beverage | coffee tea
    🍕 pizza
    🐱 cat face
    🐈 cat
    👩‍🚀 woman astronaut
    """

  private static let emojiQueries = """
    lol → 😂 face with tears of joy
    thumbsup → 👍 thumbs up
    thumbs → 👍 thumbs up
    +1 → 👍 thumbs up
    tada → 🎉 party popper
    red hart → ❤️ red heart
    heart → ❤️ red heart
    brokn → 💔 broken heart
    germany → 🇩🇪 flag: Germany
    flag germny → 🇩🇪 flag: Germany
    jp → 🇯🇵 flag: Japan
    shrug → 🤷 person shrugging
    thanks → 🙏 folded hands
    cofee → ☕ hot beverage
    piza → 🍕 pizza
    cat → 🐈 cat
    cat f → 🐱 cat face
    astronot → 👩‍🚀 woman astronaut
    smile → 😀 grinning face
    """

  private static let commands = """
    File: Save All
    File: Save As...
    View: Toggle Terminal
    View: Toggle Word Wrap
    Git: Commit
    Git: Commit Staged
    Git: Checkout to...
    Format Document
    Go to Line/Column...
    Go to Symbol in Workspace...
    Preferences: Open Settings (JSON)
    Preferences: Color Theme
    Developer: Reload Window
    Run Selection/Line in Active Terminal
    """

  private static let commandQueries = """
    tog term → View: Toggle Terminal
    togterm → View: Toggle Terminal
    toggle terminal → View: Toggle Terminal
    terminal → View: Toggle Terminal
    word wrap → View: Toggle Word Wrap
    git com → Git: Commit
    commit staged → Git: Commit Staged
    git chekout → Git: Checkout to...
    form doc → Format Document
    format → Format Document
    goto line → Go to Line/Column...
    go to symb → Go to Symbol in Workspace...
    settings json → Preferences: Open Settings (JSON)
    open setings → Preferences: Open Settings (JSON)
    colour theme → Preferences: Color Theme
    theme → Preferences: Color Theme
    relaod → Developer: Reload Window
    save al → File: Save All
    saveas → File: Save As...
    """

  private static let files = """
    src/components/Button/Button.tsx
    src/components/Button/index.ts
    src/components/ButtonGroup.tsx
    test/button.test.ts
    README.md
    docs/readme-old.md
    package.json
    packages/core/package.json
    .github/workflows/ci.yml
    Makefile
    src/lib.rs
    src/utils/string_utils.py
    tests/test_string_utils.py
    app/models/user.rb
    app/controllers/users_controller.rb
    spec/models/user_spec.rb
    config/database.yml
    """

  private static let fileQueries = """
    button.tsx → src/components/Button/Button.tsx
    button index → src/components/Button/index.ts
    buttongroup → src/components/ButtonGroup.tsx
    button test → test/button.test.ts
    readme → README.md
    package.json → package.json
    core pack → packages/core/package.json
    ci.yml → .github/workflows/ci.yml
    makefile → Makefile
    mkfile → Makefile
    string utils → src/utils/string_utils.py
    test string → tests/test_string_utils.py
    user.rb → app/models/user.rb
    models user → app/models/user.rb
    user spec → spec/models/user_spec.rb
    users contr → app/controllers/users_controller.rb
    userscontr → app/controllers/users_controller.rb
    database → config/database.yml
    lib.rs → src/lib.rs
    """

  @Test(arguments: [
    (contacts, contactQueries), (music, musicQueries), (emoji, emojiQueries), (commands, commandQueries),
  ])
  func whatIsMeantComesFirst(_ list: String, _ queries: String) throws {
    try expectFirst(list, queries, IndexOptions())
  }

  @Test func theFileThatIsMeantComesFirst() throws {
    try expectFirst(Self.files, Self.fileQueries, IndexOptions(titlesArePaths: true))
  }

  private func expectFirst(_ list: String, _ queries: String, _ options: IndexOptions) throws {
    let items = list.split(separator: "\n").enumerated().map { row, line in
      let fields = line.split(separator: " | ").map(String.init)
      return Item(id: row, title: fields[0], searchText: fields.count > 1 ? fields[1] : "")
    }
    let snapshot = try SearchIndex(items, options: options).snapshot()
    for line in queries.split(separator: "\n") {
      let parts = line.split(separator: " → ").map(String.init)
      let found = try snapshot.search(parts[0], limit: 3).map(\.element.title)
      #expect(found.first == parts[1], "“\(parts[0])” finds \(found)")
    }
  }
}
