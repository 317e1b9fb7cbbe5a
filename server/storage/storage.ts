import type { Readable } from 'node:stream'

export type Range = { start: number; end: number }

/** File storage. Keys are made by us: letters, digits, `-`, `.` and `/`. */
export type Storage = {
  /** Keeps the whole stream under the key, or nothing of it. */
  put(key: string, content: Readable, contentType: string): Promise<void>
  get(key: string, range?: Range): Promise<Readable>
  /** Undefined where there is no such file. */
  size(key: string): Promise<number | undefined>
  remove(key: string): Promise<void>
  /** The files directly in a folder, and when each was last written. */
  list(folder: string): Promise<Kept[]>
}

export type Kept = { key: string; at: Date }
