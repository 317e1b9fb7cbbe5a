/** A file within an archive or a mail, opened by its position. */
export type PackedFile = { at: number; name: string; size: number; locked?: true }

/** Reasons why a file is not shown. */
export type NotShown = 'type' | 'damaged' | 'large' | 'locked' | 'program' | 'office'

/** The viewer's answer for a file: its content, or the way to show the bytes that the viewer fetches. */
export type Preview =
  | { kind: 'pdf'; converted?: true }
  | { kind: 'word' | 'picture' | 'sound' | 'video' }
  | { kind: 'text'; text: string; encoding: string; cut: boolean }
  | { kind: 'table'; sheets: string[]; sheet: number; rows: string[][]; cut: boolean }
  | { kind: 'pages'; pages: number }
  | { kind: 'archive'; files: PackedFile[]; cut: boolean }
  | { kind: 'mail'; heads: MailHead[]; html: string | null; text: string; remote: number; files: PackedFile[] }
  | { kind: 'none'; why: NotShown }

export type MailHead = { head: 'from' | 'to' | 'cc' | 'subject' | 'date'; value: string }

/** The most rows and columns of a table, and characters of a text, that the viewer shows. */
export const SHOWN = { rows: 500, columns: 100, characters: 1_000_000, pages: 200, files: 2000 } as const
