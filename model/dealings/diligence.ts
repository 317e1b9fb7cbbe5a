import { defineAction, SEARCH } from '../kit/action.ts'
import { boolean, link, string } from '../kit/fields.ts'

/** The most rights of one due-diligence export, and the most documents and bytes of documents in it. */
export const DILIGENCE = { rights: 1000, files: 5000, bytes: 2 * 1024 ** 3 } as const

/** Exports the due-diligence package of a portfolio as one zip. `model` is one kind of right, or `case` for all. */
export const exportDiligence = defineAction({
  model: 'case',
  name: 'due_diligence',
  zh: '尽职调查导出：权利、权属沿革、许可、质押、纠纷、费用与期限的 Excel 和各案文件，合为一个 zip',
  en: 'Due-diligence export: a workbook of rights, owners and their history, licences, pledges, disputes, fees and dates, with the documents of each case, as one zip',
  body: {
    model: string('权利的种类', 'Kind of right', { max: 60, default: 'case', code_of: 'model' }),
    iql: SEARCH.iql,
    documents: boolean('含文件', 'With documents', { default: true }),
  },
  answer: { job_sid: link('任务', 'Job', { to: 'job' }) },
  permission: 'search',
})
