import { defineAction, facts } from '../kit/action.ts'
import { integer, link, type Options, string } from '../kit/fields.ts'

/** How much text was found in a file. */
export const CONTENT_STATES = {
  READ: ['可检索', 'Searchable'],
  PART: ['部分可检索', 'Searchable in part'],
  NONE: ['没有文字', 'No text'],
  FAILED: ['未能读取', 'Could not be read'],
} as const satisfies Options

/** A document with the place of the words: a piece of its content, and the parts of the piece that match. */
export type FoundDocument = {
  sid: string
  name: string
  case_sid: { sid: string; name: string | null } | null
  doc_type: { sid: string; name: string | null } | null
  issue_date: string | null
  created_at: string | null
  snippet: string | null
  marks: readonly (readonly [from: number, to: number])[]
}

export const findDocuments = defineAction({
  model: 'document',
  name: 'find',
  zh: '按名称和内容查找文档',
  en: 'Find documents by their names and contents',
  body: {
    text: string('查找内容', 'Text', { required: true, max: 200 }),
    case_sid: link('案件', 'Case', { to: 'case' }),
    start: integer('起始行', 'First row', { min: 0, max: 10_000 }),
    rows: integer('行数', 'Rows', { min: 1, max: 50 }),
  },
  answer: {
    record: facts<FoundDocument[]>('文档', 'Documents', { type: 'array', items: { type: 'object', required: ['sid', 'name', 'snippet', 'marks'] } }),
    more: facts<boolean>('还有更多', 'There are more', { type: 'boolean' }),
  },
  permission: 'search',
})
