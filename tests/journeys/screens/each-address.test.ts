// Each address without a number in it: its heading in both languages, and what somebody is told who may not see it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { languagesOf, pageOpener } from '../../harness/visitor.ts'

const OPEN = 'inventors see it, too'

/** `opens`: where it leads, if elsewhere. */
type Row = readonly [path: string, zh: string, en: string, forInventors?: typeof OPEN, opens?: string]

const ADDRESSES: readonly Row[] = [
  ['/my-items', '我的事项', 'My items', OPEN],
  ['/shared-with-me', '共享给我的', 'Shared with me', OPEN],
  ['/m/portal_template', '门户中心', 'Portal centre'],
  ['/m/portal_component/new', '新建门户组件', 'New portal component'],
  ['/batch-edit/history', '批量编辑记录', 'Batch edit history', OPEN],
  ['/statistics', '统计分析', 'Statistics', OPEN],
  ['/statistics/new', '新建统计', 'New statistic', OPEN],
  ['/m/statistic/new', '新建统计', 'New statistic', OPEN],
  ['/reports', '统计报告', 'Reports', OPEN],
  ['/reports/new', '新建报告', 'New report', OPEN],
  ['/m/report/new', '新建报告', 'New report', OPEN],
  ['/m/filing_plan', '布局方案', 'Filing plans', OPEN],
  ['/m/filing_plan/new', '新建方案', 'New plan', OPEN],
  ['/m/filing_plan/compare', '方案比较', 'Plans compared', OPEN],
  ['/patents', '专利', 'Patents', OPEN],
  ['/patents/new', '新建专利', 'New patent'],
  ['/deadlines', '期限监控', 'Deadlines', OPEN],
  ['/m/finding', '完整性检查', 'Completeness'],
  ['/m/date_confirmation', '推迟期限的确认', 'Later dates to confirm'],
  ['/deadlines/day', '按日查看', 'As of a day', OPEN],
  ['/m/agency_instruction', '代理指示', 'Work with agencies'],
  ['/m/notice_intake', '通知书收件', 'Notices received'],
  ['/m/docket_list', '代理清单核对', 'Agency dockets'],
  ['/m/archived_mail', '归档邮件', 'Archived mail'],
  ['/m/deadline/new', '期限监控', 'Deadlines', OPEN, '/deadlines?new=1'],
  ['/annuities', '年费管理', 'Annuities'],
  ['/annuities/years', '十年年费预测', 'Annuities of ten years'],
  ['/budgets', '预算执行', 'Budgets'],
  ['/m/annuity_review', '案件维护', 'Case maintenance'],
  ['/m/invoice', '账单', 'Invoices'],
  ['/costs', '费用支出', 'Costs'],
  ['/annuities/payments', '缴费单', 'Payment lists'],
  ['/m/trademark', '商标', 'Trademarks'],
  ['/m/trademark/new', '新建商标', 'New trademark'],
  ['/approvals', '待办审批', 'Approvals', OPEN],
  ['/m/approval_process', '审批流程', 'Approval processes'],
  ['/m/approval_process/new', '新建审批流程', 'New approval process'],
  ['/m/webhook/new', '新建网络回调', 'New webhook'],
  ['/m/mail_template/new', '新建邮件模板', 'New mail template'],
  ['/m/document', '文档', 'Documents', OPEN],
  ['/documents/find', '全文检索', 'Full-text search', OPEN],
  ['/ideas', '我的提案', 'My disclosures', OPEN],
  ['/ideas/reviews', '待我评审', 'To evaluate', OPEN],
  ['/ideas/meeting', '批量评审', 'Evaluation meeting', OPEN],
  ['/ideas/funnel', '从提案到授权', 'From disclosure to right', OPEN],
  ['/disputes/calendar', '期限监控', 'Deadlines', OPEN, '/deadlines?view=calendar&owner=all&of=dispute'],
  ['/contract-check', '签约前核查', 'Check before a contract', OPEN],
  ['/indexing', '待我标引', 'To index', OPEN],
  ['/technology', '技术图谱', 'Technology map', OPEN],
  ['/risks/matrix', '风险矩阵', 'Risk matrix'],
  ['/projects/monitor', '项目监控', 'Project monitoring'],
  ['/projects/excavation', '专利挖掘', 'Invention mining'],
  ['/projects/board', '项目看板', 'Project board'],
  ['/organisation', '组织架构', 'Organisation', OPEN],
  ['/m/user_info', '人员', 'People', OPEN],
  ['/m/user/new', '新建账号', 'New account'],
  ['/m/digital_certificate/new', '新建数字证书', 'New digital certificate'],
  ['/m/applicant/new', '新建申请人', 'New applicant'],
  ['/m/deadline_rule', '期限规则', 'Deadline rules'],
  ['/m/deadline_rule/new', '新建期限规则', 'New deadline rule'],
  ['/m/fee_schedule', '官费标准', 'Fee schedules'],
  ['/m/fee_schedule/new', '新建官费标准', 'New fee schedule'],
  ['/m/law_proposal', '法规变更的确认', 'Law changes to confirm'],
  ['/law/golden-cases', '规则验证', 'Golden cases'],
  ['/m/document_type', '文件类型', 'Document types'],
  ['/m/office_calendar', '工作日历', 'Office calendars'],
  ['/m/office_calendar/list', '工作日历', 'Office calendars'],
  ['/permission/explain', '权限说明', 'Permissions explained'],
  ['/m/permission_check', '权限检查', 'Permission checks'],
  ['/m/permission_proposal', '权限变更的确认', 'Permission changes to confirm'],
  ['/m/rbac_menu', '菜单', 'Menus'],
  ['/m/rbac_resource', '功能资源', 'Resources'],
  ['/menu-invalid', '菜单无效', 'Menu invalid', OPEN],
  ['/m/role', '角色', 'Roles'],
  ['/permission/matrix', '权限矩阵', 'Permission matrix'],
  ['/import', '导入专利', 'Import patent records'],
  ['/jobs', '任务进度', 'Jobs', OPEN],
  ['/m/change_log', '变更记录', 'Change log'],
  ['/m/audit_entry', '审计日志', 'Audit log'],
  ['/m/custom_field', '自定义字段', 'Custom fields'],
  ['/m/custom_field/new', '新建自定义字段', 'New custom field'],
  ['/m/page_layout/new', '新建页面布局', 'New page layout'],
  ['/m/dictionary', '数据字典', 'Dictionaries'],
  ['/m/dictionary_item', '数据字典', 'Dictionaries'],
  ['/m/configuration_pack', '配置包', 'Configuration packs'],
  ['/settings/limits', '上限设置', 'Limits'],
  ['/settings/numbering', '案号规则', 'Case numbers'],
  ['/settings/whole-export', '导出全部数据', 'Export all data'],
  ['/settings/words', '界面文字', 'Words'],
  ['/settings/look', '系统外观', 'Branding'],
  ['/settings/sign-in', '登录设置', 'Sign-in settings'],
  ['/settings/hr', '人事同步', 'HR synchronisation'],
  ['/m/hr_change', '人事同步记录', 'Changes by the HR system'],
  ['/settings/mail', '发信设置', 'Outgoing mail'],
  ['/settings/offices', '专利局接口', 'Patent offices'],
  ['/settings/bi', 'BI 工具', 'BI tools'],
  ['/settings/text-messages', '短信发件箱', 'Outbox of text messages'],
  ['/me', '个人信息', 'Personal information', OPEN],
]

/** With their own tests in `routes.test.ts` and in the journeys of sign-in and links. */
const ELSEWHERE = new Set(['login', 'forgot-password', 'reset-password', 'shared', '404', 'home', 'jump2cloud'])

const s = await testServer()
const people = { administrator: await s.enrol('system_admin'), inventor: await s.enrol('inventor') }
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const openPage = pageOpener(await openBrowser(), address)

test('every address of the client has a row here', () => {
  const declared = [...readFileSync(new URL('../../../web/app/routes.tsx', import.meta.url), 'utf8').matchAll(/path: '([^':*]+)'/g)]
  const paths = declared.map(([, path = '']) => path).filter((path) => !ELSEWHERE.has(path))
  assert.deepEqual(paths.map((path) => `/${path}`).toSorted(), ADDRESSES.map(([path]) => path).toSorted())
})

const REFUSED = { zh: /^您没有权限(查看|：.+)$/, en: /^You do not have permission(: .+| to view this)$/ }
/** What the browser says of a refusal. */
const SAYS_REFUSED = /status of 403/

for (const lang of languagesOf('each-address.test.ts'))
  for (const who of ['administrator', 'inventor'] as const)
    test(`each address shows its heading, or says that it may not be seen: ${who}, ${lang}`, { timeout: 300_000 }, async () => {
      const { page, complaints, load, go, done } = await openPage({ lang, as: people[who] })
      await load('/home')
      const found: string[] = []
      const expected: string[] = []
      for (const [path, zh, en, forInventors, opens = path] of ADDRESSES) {
        const isRefused = who === 'inventor' && !forInventors
        const heading = lang === 'zh' ? zh : en
        await go(path)
        const h1 = page.locator('h1').first()
        await h1
          .filter({ hasText: isRefused ? REFUSED[lang] : heading })
          .waitFor({ timeout: 10_000 })
          .catch(() => {}) // compared below
        const said = (await h1.innerText()).trim()
        const complained = complaints.splice(0).filter((one) => !(isRefused && SAYS_REFUSED.test(one)))
        found.push(
          [path, isRefused && REFUSED[lang].test(said) ? 'refused' : said, page.url().replace(`${address}/innoe-web`, ''), ...complained].join(' '),
        )
        expected.push([path, isRefused ? 'refused' : heading, opens].join(' '))
      }
      assert.deepEqual(found, expected)
      await done()
    })
