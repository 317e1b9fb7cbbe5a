import { defineAction } from '../kit/action.ts'

/** A case of a kind that claims priorities may be sent together with them. */
export const claimActionsOf = (kind: string) => {
  const write = <const Name extends 'create' | 'update'>(name: Name, zh: string, en: string) =>
    defineAction({ model: kind, name, zh, en, body: { records: [kind] }, answer: { record: kind }, permission: name })
  return {
    create: write('create', '新建案件，可含优先权', 'Create a case, with its priorities where given'),
    update: write('update', '修改案件，可含优先权', 'Change a case, with its priorities where given'),
  }
}
