import { defineAction, facts, sidOf } from '../kit/action.ts'
import { integer, link } from '../kit/fields.ts'
import { ARCHIVE, type ArchivedFile } from './archive.ts'
import type { Change } from './compare-text.ts'
import { PACKED } from './packed.ts'
import type { Preview } from './preview.ts'

type Version = Record<string, unknown> & { sid: string; version: number }

export const setMain = defineAction({
  model: 'document',
  name: 'set_main',
  zh: '设为主版本',
  en: 'Set as the main version of the document',
  body: { sid: sidOf('document') },
  rest: 'sid',
  answer: { record: 'document' },
  permission: 'update',
  on: 'record',
})

export const listVersions = defineAction({
  model: 'document',
  name: 'versions',
  methods: ['GET', 'POST'],
  zh: '文件的全部版本',
  en: 'All versions of a document, newest first',
  body: { sid: sidOf('document') },
  rest: 'sid',
  answer: { record: facts<Version[]>('版本', 'Versions', { type: 'array', items: { $ref: '#/components/schemas/DocumentRow' } }) },
  permission: 'get',
})

export const previewDocument = defineAction({
  model: 'document',
  name: 'preview',
  methods: ['GET'],
  zh: '预览文件的内容',
  en: 'What the viewer shows of a document',
  body: { sid: sidOf('document'), packed: PACKED, sheet: integer('工作表', 'Sheet', { min: 0, max: 1000 }) },
  rest: 'sid',
  answer: { preview: facts<Preview>('预览', 'Preview', { type: 'object' }) },
  permission: 'get',
})

const change = <const Name extends string>(name: Name, zh: string, en: string) =>
  ({
    model: 'document',
    name,
    zh,
    en,
    body: { sid: sidOf('document') },
    rest: 'sid',
    answer: { record: 'document' },
    permission: 'update',
    on: 'record',
    transaction: true,
  }) as const

/** Until it is returned, only the person who has it uploads a version of it. */
export const checkOut = defineAction(
  change('check_out', '签出：归还前他人不能上传新版本', 'Check a document out: nobody else uploads a version until it is returned'),
)
/** One's own; who may delete the document returns it for another person. */
export const giveBack = defineAction(change('give_back', '归还签出的文件', 'Return a document that is checked out'))

export const moveDocument = defineAction({
  model: 'document',
  name: 'move',
  zh: '移到另一案件，含全部版本',
  en: 'Move a document with all its versions to another case',
  body: { sid: sidOf('document'), case_sid: link('案件', 'Case', { to: 'case', required: true }) },
  answer: { record: 'document' },
  permission: 'update',
  on: 'record',
  transaction: true,
})

export const compareVersions = defineAction({
  model: 'document',
  name: 'compare',
  methods: ['GET'],
  zh: '比较两个文件的文字',
  en: 'Compare the texts of two documents, paragraph by paragraph',
  body: { sid: sidOf('document'), other: sidOf('document') },
  answer: {
    changes: facts<Change[]>('差异', 'Differences', { type: 'array', items: { type: 'object' } }),
    recognised: facts<boolean>('文字由图像识别', 'Text recognised from pictures', { type: 'boolean' }),
    cut: facts<boolean>('未含全部文字', 'Not all of the text', { type: 'boolean' }),
  },
  permission: 'get',
})

export const nameArchive = defineAction({
  model: 'document',
  name: 'archive_names',
  zh: '打包前预览包内的文件名',
  en: 'The names that documents would have in an archive',
  body: ARCHIVE,
  answer: {
    record: facts<ArchivedFile[]>('文件', 'Files', { type: 'array', items: { type: 'object' } }),
    size: integer('大小', 'Size'),
  },
  permission: 'get',
})
