import type { Words } from '../../model/kit/fields.ts'

/** A file on the disk as it was sent, or as it lay in an archive. `listed`: the list of its electronic package. */
export type Received = { path: string; name: string; size: number; hash: string; packed_in?: string; listed?: string }
/** `unopened`: an archive in which a notice may stand unseen. */
export type Skipped = { name: string; words: Words; unopened?: true }
