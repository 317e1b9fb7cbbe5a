import { defineAction } from '../kit/action.ts'

/** A case may be given together with its priorities. */
const write = <const Name extends 'create' | 'update'>(name: Name, zh: string, en: string) =>
  defineAction({ model: 'patent', name, zh, en, body: { records: ['patent'] }, answer: { record: 'patent' }, permission: name })

export const createCase = write('create', '新建案件，可含优先权', 'Create a case, with its priorities where given')
export const updateCase = write('update', '修改案件，可含优先权', 'Change a case, with its priorities where given')
