import { datetime, integer, json, option, string } from '../kit/fields.ts'
import { defineModel, READ_ONLY, type Row } from '../kit/model.ts'

/** Long work that continues when the page is closed: import, export, recomputation. */
export const job = defineModel({
  name: 'job',
  zh: '任务进度',
  en: 'Job',
  display: ['title'],
  no_log: true,
  hard_delete: true,
  refuses: READ_ONLY,
  own: { by: 'created_by', verbs: ['get', 'search', 'count'] },
  fields: {
    kind: option(
      '种类',
      'Kind',
      {
        IMPORT: ['导入', 'Import'],
        EXPORT: ['导出', 'Export'],
        DOCKET: ['重算期限', 'Recompute deadlines'],
        BATCH: ['批量编辑', 'Batch edit'],
        INTAKE: ['读取通知书', 'Read notices'],
        MAIL: ['收取邮件', 'Fetch mail'],
        TENANT: ['导出全部数据', 'Export all data'],
        UNDO: ['撤销批量修改', 'Undo a batch'],
        RECONCILE: ['核对清单', 'Reconcile a list'],
        MERGE: ['合并为 PDF', 'Merge to PDF'],
        DILIGENCE: ['尽职调查导出', 'Due-diligence export'],
        OFFICE: ['与专利局核对', 'Compare with an office'],
        PACK: ['应用配置包', 'Apply a configuration pack'],
      },
      { searchable: true, list: true },
    ),
    title: string('名称', 'Title', { list: true, max: 255 }),
    entity: string('对象', 'Entity', { searchable: true, list: true, max: 60, code_of: 'model' }),
    state: option(
      '状态',
      'State',
      {
        WAITING: ['等待', 'Waiting'],
        RUNNING: ['进行中', 'Running'],
        DONE: ['完成', 'Done'],
        FAILED: ['失败', 'Failed'],
        CANCELLED: ['已取消', 'Cancelled'],
      },
      { searchable: true, list: true, default: 'WAITING' },
    ),
    done: integer('已处理', 'Done', { list: true, default: 0 }),
    total: integer('总数', 'Total', { list: true }),
    ok: integer('成功', 'Succeeded', { list: true, default: 0 }),
    failed: integer('失败', 'Failed', { list: true, default: 0 }),
    errors: json('错误', 'Errors', {}),
    outcome: json('结果明细', 'Outcome', {}),
    input: json('输入', 'Input', { computed: true, internal: true }),
    progress: json('进度点', 'Progress', { computed: true, internal: true }),
    result_url: string('结果', 'Result', { max: 500 }),
    message: string('说明', 'Message', { max: 500, list: true }),
    started_at: datetime('开始', 'Started', { list: true }),
    finished_at: datetime('结束', 'Finished', { list: true }),
    taken_back_at: datetime('撤回时间', 'Taken back', {}),
    rows_cleared_at: datetime('逐行结果清除时间', 'Rows cleared', {}),
  },
})

export type Job = Row<typeof job>
