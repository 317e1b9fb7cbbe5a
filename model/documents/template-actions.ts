import { defineAction, facts } from '../kit/action.ts'
import { boolean, link, option, string } from '../kit/fields.ts'

/** A field of a template, with its value for the case. */
export type FilledField = { tag: string; label: string; value: string; state: 'filled' | 'empty' | 'unknown' }

const ON_CASE = {
  template: link('模板', 'Template', { to: 'document_template', required: true }),
  case_sid: link('案件', 'Case', { to: 'case', required: true }),
} as const

/** A PDF is made through LibreOffice, where it is installed. */
export const TEMPLATE_FORMAT = option('格式', 'Format', { WORD: ['Word', 'Word'], PDF: ['PDF', 'PDF'] }, { default: 'WORD' })

export const previewTemplate = defineAction({
  model: 'document_template',
  name: 'preview',
  methods: ['GET'],
  zh: '模板用于案件时各字段的内容',
  en: 'The fields of a template with their values in a case',
  body: ON_CASE,
  answer: {
    fields: facts<FilledField[]>('字段', 'Fields', {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          tag: { type: 'string' },
          label: { type: 'string' },
          value: { type: 'string' },
          state: { enum: ['filled', 'empty', 'unknown'] },
        },
      },
    }),
    file_name: string('文件名', 'File name'),
    complete: boolean('可以生成', 'Can be made'),
  },
  permission: 'get',
})

export const fillTemplate = defineAction({
  model: 'document',
  name: 'fill_template',
  zh: '由模板生成案件的文件',
  en: 'Make a document of a case from a template',
  body: { ...ON_CASE, format: TEMPLATE_FORMAT },
  answer: { record: 'document' },
  permission: 'create',
  also: { document_template: 'get' },
})

export const templateFields = defineAction({
  model: 'document_template',
  name: 'fields',
  methods: ['GET'],
  zh: '模板可用的字段',
  en: 'The fields that a template may use',
  body: { case_kind: string('案件类别', 'Kind of case', { max: 40, code_of: 'kind' }) },
  answer: facts<{ tag: string; label: string; within?: string }[]>('字段', 'Fields', { type: 'array', items: { type: 'object' } }),
  permission: 'get',
})
