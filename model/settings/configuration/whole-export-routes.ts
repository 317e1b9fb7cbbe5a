import { link } from '../../kit/fields.ts'
import { defineRoute } from '../../kit/wire/route.ts'

/** Only people with all permissions may export everything, not everyone who may export configuration. */
export const exportWhole = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/setting/whole_export/do/start',
  tag: 'settings',
  zh: '导出租户的全部数据与文档（开放格式）：生成文件的任务；仅系统管理员',
  en: 'Start a job that exports the data and documents of the whole tenant as open files; for administrators',
  body: {},
  answer: { job_sid: link('任务', 'Job', { to: 'job' }) },
  permission: 'export',
  of: 'configuration_pack',
})
