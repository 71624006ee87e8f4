/// Ties a program that knows nothing of us to our life: a shell stands between, waits for its own
/// standard input to close, and then ends the program.
///
/// The shell speaks the launcher's side: it takes the key on the first line of standard input,
/// hands it on in the environment (never as an argument), and says where the program will listen.
enum ParentWatch {
  /// The arguments for `/bin/sh`.
  static func arguments(
    keyVariable: String, baseURL: String, program: String, arguments: [String]
  ) -> [String] {
    ["-c", script, "sotto-watch", keyVariable, baseURL, program] + arguments
  }

  // The watcher is a builtin loop, so that one signal ends it. It has no job to do on standard
  // output, which must close when the program ends.
  private static let script = """
    variable=$1 url=$2
    shift 2
    IFS= read -r key || exit 1
    export "$variable=$key"
    exec 3<&0
    "$@" </dev/null >&2 3<&- &
    program=$!
    {
      while read -r line <&3; do :; done
      kill "$program" 2>/dev/null
      sleep 2
      kill -9 "$program" 2>/dev/null
    } >/dev/null &
    watcher=$!
    trap 'kill "$program" 2>/dev/null' TERM INT HUP
    echo "listening $url"
    wait "$program"
    status=$?
    kill "$watcher" 2>/dev/null
    exit "$status"
    """
}
