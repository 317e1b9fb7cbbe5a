import { defineRoute } from '../kit/wire/route.ts'
import { LIMITS } from './limits.ts'

/** Everyone may read the limits: the screens show them before a file is chosen. */
export const readLimits = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/setting/limits',
  tag: 'settings',
  zh: '上限：批量、导出、导入、上传',
  en: 'Limits of batches, exports, imports and uploads',
  answer: LIMITS,
  permission: 'person',
})

export const changeLimits = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/setting/limits/do/update',
  tag: 'settings',
  zh: '修改上限：null 恢复默认；仅系统管理员',
  en: 'Change the limits; null restores the default; for administrators',
  body: LIMITS,
  changes: true,
  answer: LIMITS,
  permission: 'update',
  of: 'role',
})
