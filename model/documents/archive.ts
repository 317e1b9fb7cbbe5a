import { option, text } from '../kit/fields.ts'
import { CONNECTOR } from './archive-name.ts'

/** The most documents, and bytes together, of one archive. */
export const ARCHIVED = { files: 200, bytes: 200 << 20 } as const

/** The names within an archive: as filed, or by the rule of the archive. */
export const ARCHIVE = {
  sids: text('文件，以逗号分隔', 'Documents, separated by commas', { required: true, max: 8000 }),
  named: option(
    '文件名',
    'File names',
    {
      KEPT: ['保持原名', 'As filed'],
      CASE_NO: ['案号、文件类型、发文日', 'Case number, type and issue date'],
      APPLICATION_NO: ['申请号、文件类型、发文日', 'Application number, type and issue date'],
      RECEIPT: ['案号、费用名称、收据或发票', 'Case number, name of the fee, and receipt or invoice'],
    },
    { default: 'KEPT' },
  ),
  connector: CONNECTOR,
} as const

export type ArchivedFile = { sid: string; path: string; size: number }
