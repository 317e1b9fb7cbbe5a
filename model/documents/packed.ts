import { integer } from '../kit/fields.ts'

/** A file within the archive or mail that the document is, by its position there. */
export const PACKED = integer('压缩包或邮件中的文件', 'File within the archive or mail', { min: 0, max: 100_000 })
