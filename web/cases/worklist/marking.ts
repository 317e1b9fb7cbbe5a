/** The row that the keyboard is on: its record, and where it stood. */
type Mark = { sid: string; at: number }
export const NO_MARK: Mark = { sid: '', at: -1 }

/** Where the mark is now: on its record while that is listed; when it has left the list, on the row in its place. */
export function markedAt(mark: Mark, rows: readonly { sid: string }[]): number {
  const found = rows.findIndex(({ sid }) => sid === mark.sid)
  return found >= 0 ? found : mark.at < rows.length ? mark.at : -1
}

export const toggled = (sids: readonly string[], sid: string): string[] => (sids.includes(sid) ? sids.filter((one) => one !== sid) : [...sids, sid])
