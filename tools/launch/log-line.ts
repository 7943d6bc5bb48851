/** Log levels of Pino, which the API and the workers use. */
const WARN_LEVEL = 40;
const LEVEL_NAMES: Record<number, string> = { 40: 'warning', 50: 'error', 60: 'fatal' };

/**
 * Formats a line of a process's output for the terminal: warnings and errors as one line of text; a line that isn't a
 * log line stays unchanged. Returns null for ordinary log lines, which are only in the log file.
 */
export function forTerminal(line: string): string | null {
  if (line.trim() === '') return null;
  const entry = parseEntry(line);
  if (entry === null) return line;
  if (entry.level < WARN_LEVEL) return null;
  const error = entry.err?.message;
  const message = [entry.msg, error === entry.msg ? undefined : error].filter(Boolean).join(': ');
  return `${LEVEL_NAMES[entry.level] ?? 'error'}: ${message || line}`;
}

interface LogEntry {
  level: number;
  msg?: string;
  err?: { message?: string };
}

function parseEntry(line: string): LogEntry | null {
  if (!line.startsWith('{')) return null;
  try {
    const value = JSON.parse(line) as Partial<LogEntry>;
    return typeof value.level === 'number' ? (value as LogEntry) : null;
  } catch {
    // The line begins with a brace but isn't JSON, so it is shown unchanged.
    return null;
  }
}
