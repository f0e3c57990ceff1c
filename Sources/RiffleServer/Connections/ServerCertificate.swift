#if Service
  import Foundation
  import NIOConcurrencyHelpers
  import NIOCore
  import NIOSSL

  /// The certificate of a server and its key, read again whenever one of their files has changed. Connections keep those that
  /// they began with.
  package final class ServerCertificate: Sendable {
    private struct Pair {
      let chain: [NIOSSLCertificateSource]
      let key: NIOSSLPrivateKeySource

      var configuration: TLSConfiguration { .makeServerConfiguration(certificateChain: chain, privateKey: key) }

      var override: NIOSSLContextConfigurationOverride {
        var override = NIOSSLContextConfigurationOverride.noChanges
        override.certificateChain = chain
        override.privateKey = key
        return override
      }
    }

    private struct State {
      var pair: Pair
      var stamps: [FileStamp?]
    }

    private let certificate, key: String
    private let state: NIOLockedValueBox<State>

    /// - Returns: `nil` if no files are named.
    /// - Throws: ``SettingsError``.
    package init?(certificate: String?, key: String?) throws(SettingsError) {
      guard let certificate, let key else { return nil }
      (self.certificate, self.key) = (certificate, key)
      // Before the files: changes made meanwhile are read next time.
      let stamps = [FileStamp(certificate), FileStamp(key)]
      state = NIOLockedValueBox(State(pair: try ServerCertificate.pair(certificate, key), stamps: stamps))
    }

    /// Reads the files, if one of them has changed. Faulty files, or files that do not belong together yet, change nothing.
    /// - Returns: whether they have changed.
    /// - Throws: ``SettingsError``.
    package func read() throws(SettingsError) -> Bool {
      let stamps = [FileStamp(certificate), FileStamp(key)]
      if stamps == state.withLockedValue({ $0.stamps }) { return false }
      let pair = try ServerCertificate.pair(certificate, key)
      state.withLockedValue { $0 = State(pair: pair, stamps: stamps) }
      return true
    }

    /// The configuration of new connections.
    var configuration: TLSConfiguration {
      var tls = state.withLockedValue { $0.pair }.configuration
      tls.sslContextCallback = { [state] _, promise in promise.succeed(state.withLockedValue { $0.pair }.override) }
      return tls
    }

    private static func pair(
      _ certificate: String, _ key: String
    ) throws(SettingsError) -> Pair {
      func reading<Part>(
        _ path: String, _ what: String, _ read: ([UInt8]) throws -> Part
      ) throws(SettingsError) -> Part {
        let bytes: Data
        do {
          bytes = try Data(contentsOf: URL(filePath: path))
        } catch {
          throw SettingsError("“\(path)” cannot be read for TLS: \(error.localizedDescription)")
        }
        do { return try read([UInt8](bytes)) } catch { throw SettingsError("“\(path)” has no \(what) in PEM in it") }
      }
      let chain = try reading(certificate, "certificate") { try NIOSSLCertificate.fromPEMBytes($0) }
      if chain.isEmpty { throw SettingsError("“\(certificate)” has no certificate in PEM in it") }
      let secret = try reading(key, "key without a passphrase") { try NIOSSLPrivateKey(bytes: $0, format: .pem) }
      let pair = Pair(chain: chain.map { .certificate($0) }, key: .privateKey(secret))
      do {
        _ = try NIOSSLContext(configuration: pair.configuration)
      } catch {
        throw SettingsError(
          "“\(certificate)” and “\(key)” do not belong together: give the key of the first certificate")
      }
      return pair
    }
  }
#endif
