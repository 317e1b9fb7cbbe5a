/** The row of the keyboard focus: its record and its position. */
type Mark = { sid: string; at: number }
export const NO_MARK: Mark = { sid: '', at: -1 }

/** The current mark: on its record while that is listed; afterwards on the row at its position. */
export function markedAt(mark: Mark, rows: readonly { sid: string }[]): number {
  const found = rows.findIndex(({ sid }) => sid === mark.sid)
  return found >= 0 ? found : mark.at < rows.length ? mark.at : -1
}

export const toggled = (sids: readonly string[], sid: string): string[] => (sids.includes(sid) ? sids.filter((one) => one !== sid) : [...sids, sid])
