import { PPTX } from '../documents/media-types.ts'
import { askAudiences } from '../kit/audience.ts'
import { link } from '../kit/fields.ts'
import { defineRoute } from '../kit/wire/route.ts'

export const waysToShareReport = askAudiences('report', ['报告可共享的范围', 'Scopes in which this person may share a report'])

/** Omits the records that the caller may not export, and states that in the file. */
export const reportFile = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/report/do/file/:sid',
  tag: 'statistic',
  zh: '报告的 PDF 文件：只含本人可查看且可导出的记录',
  en: 'The report as a PDF, over the records that the caller may see and export',
  path: { sid: link('报告', 'Report', { to: 'report' }) },
  answer: { file: 'application/pdf', leaves: 'EXPORTED' },
  permission: 'person',
})

/** The same to show and to edit. */
export const reportSlides = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/report/do/slides/:sid',
  tag: 'statistic',
  zh: '报告的 PowerPoint 文件：图表和表格可编辑，只含本人可查看且可导出的记录',
  en: 'The report as a PowerPoint file whose charts and tables can be edited, over the records that the caller may see and export',
  path: { sid: link('报告', 'Report', { to: 'report' }) },
  answer: { file: PPTX, leaves: 'EXPORTED' },
  permission: 'person',
})
