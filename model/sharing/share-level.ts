import type { Options } from '../kit/fields.ts'

/** The field of a case, and of a document, that limits its sharing. */
export const SHARE_LEVEL = 'share_level'

/** Levels of sharing of a case or a document: also by link, within the system only, or not at all. Only people who may lock it set the last. */
export const SHARE_LEVELS = {
  OPEN: ['公开', 'Open'],
  SYSTEM: ['系统内', 'System'],
  NO: ['不可共享', 'Cannot share'],
  SYSTEM_NO: ['系统不可共享', 'System cannot share'],
} as const satisfies Options

export type ShareLevel = keyof typeof SHARE_LEVELS

/** Set and taken off by those who may lock shares alone. */
export const LOCKED: ShareLevel = 'SYSTEM_NO'

/** The levels at which people with an account see a shared record, and at which a link shows it. */
export const LEVELS_FOR = { account: ['OPEN', 'SYSTEM'], link: ['OPEN'] } as const satisfies Record<string, readonly ShareLevel[]>

/** Rights of the person to the share; each includes those before it. A link has only the first two. */
export const SHARE_RIGHTS = {
  VIEW: ['查看', 'View'],
  DOWNLOAD: ['查看和下载', 'View and download'],
  COMMENT: ['查看、下载和备注', 'View, download and note'],
  EDIT: ['查看、下载、备注和修改', 'View, download, note and change'],
} as const satisfies Options

export type ShareRight = keyof typeof SHARE_RIGHTS

const ORDER: readonly string[] = Object.keys(SHARE_RIGHTS)

/** Whether the right of a share includes another. */
export const includesRight = (held: string, asked: ShareRight) => ORDER.indexOf(held) >= ORDER.indexOf(asked)
