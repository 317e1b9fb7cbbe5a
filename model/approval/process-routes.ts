import { facts } from '../kit/action.ts'
import { defineRoute } from '../kit/wire/route.ts'
import { link } from '../kit/fields.ts'
import type { Graph } from './graph.ts'

/** [5.13] */
export const MAX_PROCESS_ZIP = 10 << 20

export const exportProcess = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/approval_process/do/export_file/:sid',
  tag: 'approval_process',
  zh: '导出流程文件：BPMN 2.0 与设置的压缩包',
  en: 'Export the process file: a zip of BPMN 2.0 and its settings',
  path: { sid: link('流程', 'Process', { to: 'approval_process' }) },
  answer: { file: 'application/zip', leaves: 'EXPORTED' },
  permission: 'get',
  of: 'approval_process',
})

export const importProcess = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/model/approval_process/do/import_file',
  tag: 'approval_process',
  zh: '导入流程文件（压缩包，最大 10M），成为草稿',
  en: 'Import a process file (a zip of at most 10 MB) as a draft',
  body: {},
  form: 'only',
  answer: { record: link('流程', 'Process', { to: 'approval_process' }) },
  permission: 'create',
  of: 'approval_process',
})

export const readBpmn = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/model/approval_process/do/read_bpmn',
  tag: 'approval_process',
  zh: '读取其他软件的 BPMN 2.0 文件，得到流程图；不保存',
  en: 'Read the drawing of a BPMN 2.0 file of another program; nothing is saved',
  body: {},
  form: 'only',
  answer: { graph: facts<Graph>('流程图', 'Drawing', { type: 'object' }) },
  permission: 'create',
  of: 'approval_process',
})
