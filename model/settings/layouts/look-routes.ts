import { defineRoute } from '../../kit/wire/route.ts'
import { link } from '../../kit/fields.ts'
import { LOOK_CHANGES } from './appearance.ts'
import { LOOK } from '../setting-routes.ts'

/** Administrators of the whole tenant change it; that of a company, also those who may change the company. */
export const changeLook = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/model/tenant/do/update',
  tag: 'settings',
  zh: '修改系统外观，或一家公司的外观：null 恢复默认',
  en: 'Change the branding of the system, or of one company; null restores the default',
  body: { ...LOOK_CHANGES, company_sid: link('公司', 'Company', { to: 'company' }) },
  changes: true,
  answer: LOOK,
  permission: 'update',
  of: 'company',
})
