import { defineAction, facts, sidOf } from '../kit/action.ts'

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
  answer: { record: facts<Version[]>('版本', 'Versions', { type: 'array', items: { $ref: '#/components/schemas/document' } }) },
  permission: 'get',
})
