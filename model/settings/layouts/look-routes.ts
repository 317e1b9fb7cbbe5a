import { defineRoute } from '../../kit/wire/route.ts'
import { LOOK_CHANGES } from './appearance.ts'
import { LOOK } from '../setting-routes.ts'

/** Administrators of the whole tenant change it. */
export const changeLook = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/model/tenant/do/update',
  tag: 'settings',
  zh: '修改系统外观：null 恢复默认',
  en: 'Change the branding; null restores the default',
  body: LOOK_CHANGES,
  changes: true,
  answer: LOOK,
  permission: 'update',
  of: 'role',
})
