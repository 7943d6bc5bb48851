/** Pino's levels, used by the API and the workers. */
const WARN_LEVEL = 40;
const LEVEL_NAMES: Record<number, string> = { 40: 'warning', 50: 'error', 60: 'fatal' };

/**
 * Formats a process' output line for the terminal: warnings and worse as one line of text, and anything that isn't a
 * log line unchanged. Returns null for ordinary log lines, which are only in the file.
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
    // The line isn't JSON, although it begins with a brace; show it unchanged.
    return null;
  }
}
