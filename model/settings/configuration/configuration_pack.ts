import { datetime, integer, json, link, option, string, text } from '../../kit/fields.ts'
import { defineModel, READ_ONLY, type Row } from '../../kit/model.ts'
import { PACK_STATES } from './pack-states.ts'

/** A configuration pack that was uploaded for a company: its contents, and the result of its application. */
export const configuration_pack = defineModel({
  name: 'configuration_pack',
  zh: '配置包',
  en: 'Configuration pack',
  display: ['name'],
  refuses: READ_ONLY,
  fields: {
    name: string('文件名', 'File name', { computed: true, searchable: true, list: true, max: 255 }),
    status: option('状态', 'Status', PACK_STATES, { computed: true, default: 'READY', searchable: true, list: true }),
    packed_from: string('来源', 'Packed from', { computed: true, list: true, max: 255 }),
    packed_at: datetime('打包时间', 'Packed at', { computed: true, list: true }),
    sha256: string('校验和（SHA-256）', 'Checksum (SHA-256)', { computed: true, max: 64 }),
    size: integer('大小（字节）', 'Size in bytes', { computed: true }),
    created_rows: integer('新增', 'New', { computed: true, list: true }),
    changed_rows: integer('变更', 'Changed', { computed: true, list: true }),
    fault: text('失败原因', 'Reason of the failure', { computed: true, max: 3000 }),
    applied_at: datetime('应用时间', 'Applied at', { computed: true, list: true }),
    applied_by: link('应用人', 'Applied by', { to: 'user_info', computed: true, list: true }),
    rolled_back_at: datetime('回退时间', 'Rolled back at', { computed: true }),
    /** The job that applied it last: its writes are found by it in the change log. */
    job_sid: string('任务', 'Job', { computed: true, internal: true, max: 36 }),
    /** The settings before and after it was applied. */
    settings: json('设置', 'Settings', { computed: true, internal: true }),
  },
})

export type ConfigurationPack = Row<typeof configuration_pack>
