import { defineAction, facts } from '../kit/action.ts'
import { boolean, link, option, string, text } from '../kit/fields.ts'
import { isOfficeFile } from './office-files.ts'
import { DOCUMENT_CLASSES } from './visibility.ts'

/** The most documents, bytes and pages, together, of one merged PDF. */
export const MERGED = { files: 50, bytes: 100 << 20, pages: 1000 } as const

const DRAWN: ReadonlySet<string> = new Set(['png', 'jpg', 'jpeg', 'tif', 'tiff'])

/** The way a file is added to a PDF: unchanged, drawn, or through LibreOffice; undefined if it cannot be added. */
export function takenAs(ext: string | null | undefined): 'pdf' | 'picture' | 'office' | undefined {
  const known = (ext ?? '').toLowerCase()
  return known === 'pdf' ? 'pdf' : DRAWN.has(known) ? 'picture' : isOfficeFile(known) ? 'office' : undefined
}

/** `why`: it cannot be taken, being of another type, or for want of LibreOffice. */
export type MergedPart = { sid: string; file_name: string; size: number; visibility: string; why?: 'type' | 'office' }

const SIDS = text('文件，按合并的顺序，以逗号分隔', 'Documents in their order, separated by commas', { required: true, max: 2000 })

export const mergedParts = defineAction({
  model: 'document',
  name: 'merged_parts',
  zh: '合并前查看哪些文件可以合并',
  en: 'Which of the documents can be merged into a PDF',
  body: { sids: SIDS },
  answer: { record: facts<MergedPart[]>('文件', 'Files', { type: 'array', items: { type: 'object' } }) },
  permission: 'get',
})

export const mergeDocuments = defineAction({
  model: 'document',
  name: 'merge',
  zh: '把案件的文件按顺序合并为一个 PDF',
  en: 'Merge documents of a case, in their order, into one PDF',
  body: {
    case_sid: link('案件', 'Case', { to: 'case', required: true }),
    sids: SIDS,
    file_name: string('文件名', 'File name', { required: true, max: 200 }),
    cover: boolean('加文件清单作为首页', 'Begin with a list of the documents'),
    visibility: option('可见范围', 'Visibility', DOCUMENT_CLASSES, {}),
  },
  answer: { job_sid: link('任务', 'Job', { to: 'job' }) },
  permission: 'create',
})
