/// What is to be added up of all requests.
public struct UsageQuery: Hashable, Sendable {
  /// What rows are told apart by.
  public enum Group: String, Hashable, Sendable, CaseIterable {
    case day, model, project, provider, purpose
  }

  /// The first moment.
  public var from: Timestamp
  /// The first moment that no longer counts.
  public var to: Timestamp
  /// How far the person's clock is ahead of UTC, in minutes: where days begin.
  public var offset: Int
  /// Each once, in the order in which a row names them.
  public var groups: [Group]

  /// A query as it is.
  public init(from: Timestamp, to: Timestamp, offset: Int = 0, groups: [Group]) {
    self.from = from
    self.to = to
    self.offset = offset
    self.groups = groups
  }

  /// The days that end with the one before `end`, the last of them as far as it has come.
  public init(lastDays days: Int, before end: Timestamp, offset: Int, groups: [Group]) {
    let length: Int64 = 86_400_000
    let shift = Int64(offset) * 60_000
    let lastDay = (end.milliseconds - 1 + shift) / length * length - shift
    self.init(
      from: Timestamp(milliseconds: lastDay - Int64(days - 1) * length), to: end, offset: offset,
      groups: groups)
  }

  /// What ``offset`` can be: no place on earth is farther from UTC than 14 hours.
  public static let offsets = -14 * 60...14 * 60
  /// What ``from`` and ``to`` can be: 1970 to 9999.
  public static let times =
    Timestamp(milliseconds: 0)...Timestamp(milliseconds: 253_402_300_799_999)
}

/// What requests took, in the arithmetic of ``Usage``.
public struct UsageFigures: Hashable, Sendable {
  /// Requests that a model answered, at least in part.
  public var requests = 0
  /// Those of them whose provider did not say what they took: nothing else here counts them.
  public var unreportedRequests = 0
  /// Those of them whose price nobody knew.
  public var unpricedRequests = 0
  /// All tokens the models read, from a cache or not.
  public var inputTokens = 0
  /// All tokens the models wrote, reasoning included.
  public var outputTokens = 0
  /// The part of the input that came from the providers' prompt caches.
  public var cachedInputTokens = 0
  /// The part of the input that was written to them.
  public var cacheWriteTokens = 0
  /// The part of the output that was reasoning.
  public var reasoningTokens = 0
  /// What it cost, one amount for each currency, the largest first.
  public var costs: [Cost] = []
  /// Answers that came out of the answer cache, which are no requests.
  public var keptAnswers = 0
  /// What those cost when they were first given.
  public var saved: [Cost] = []

  /// Figures of nothing.
  public init() {}

  /// Adds others to them.
  public static func += (sum: inout UsageFigures, other: UsageFigures) {
    sum.requests += other.requests
    sum.unreportedRequests += other.unreportedRequests
    sum.unpricedRequests += other.unpricedRequests
    sum.inputTokens += other.inputTokens
    sum.outputTokens += other.outputTokens
    sum.cachedInputTokens += other.cachedInputTokens
    sum.cacheWriteTokens += other.cacheWriteTokens
    sum.reasoningTokens += other.reasoningTokens
    sum.costs.add(other.costs)
    sum.keptAnswers += other.keptAnswers
    sum.saved.add(other.saved)
  }
}

/// What the requests of a day, a model, a project and so on took together.
public struct UsageRow: Hashable, Sendable {
  /// What it is of, in the order of ``UsageQuery/groups``: a day as `YYYY-MM-DD`, a model as
  /// `provider/model`, a project's id, a provider's name, a purpose's word.
  public var keys: [String]
  /// The project's name, where the row is of one that is not deleted.
  public var projectName: String?
  /// The sums.
  public var figures: UsageFigures

  /// A row with its parts as they are.
  public init(keys: [String], projectName: String? = nil, figures: UsageFigures) {
    self.keys = keys
    self.projectName = projectName
    self.figures = figures
  }
}

/// The answer to a ``UsageQuery``.
public struct UsageReport: Hashable, Sendable {
  /// What was asked.
  public var query: UsageQuery
  /// By day, then those with the most tokens first. There is none for what had no request.
  public var rows: [UsageRow]

  /// A report with its parts as they are.
  public init(query: UsageQuery, rows: [UsageRow]) {
    self.query = query
    self.rows = rows
  }

  /// The sum of all rows.
  public var total: UsageFigures {
    rows.reduce(into: UsageFigures()) { $0 += $1.figures }
  }
}

extension [Cost] {
  /// Adds amounts, each to that of its currency.
  fileprivate mutating func add(_ others: [Cost]) {
    for cost in others {
      if let index = firstIndex(where: { $0.currency == cost.currency }) {
        self[index].amount += cost.amount
      } else {
        append(cost)
      }
    }
    sort { ($0.amount, $1.currency) > ($1.amount, $0.currency) }
  }
}
