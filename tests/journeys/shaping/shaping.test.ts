import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seriousFaults } from '../../harness/accessibility.ts'
import { openBrowser } from '../../harness/browser.ts'
import { testServer } from '../../harness/server.ts'
import { inLanguagesOf, visitor } from '../../harness/visitor.ts'

const s = await testServer()
const admin = await s.enrol('system_admin')
const address = await s.app.listen({ port: 0, host: '127.0.0.1' })
const browser = await openBrowser()
const visit = visitor(browser, address)
const shots = process.env['INNOE_SHOTS']

const WORDS = {
  zh: {
    ...{ newDictionary: '新增字典', code: '代码', name: '名称', newOption: '新增选项', below: '在其下新增', chinese: '中文', save: '保存' },
    ...{ entity: '对象', identifier: '标识', type: '数据类型', option: '选项', input: '输入方式', cascader: '级联选择', radio: '单选' },
    ...{
      patent: '标签',
      dictionary: '数据字典',
      sample: '填写时的样子（试填，不保存）',
      publish: '发布',
      edit: '编辑',
      published: '已发布',
    },
    ...{ ok: '确定', updated: '已更新未发布', usedBy: '使用它的自定义字段' },
  },
  en: {
    ...{
      newDictionary: 'New dictionary',
      code: 'Code',
      name: 'Name',
      newOption: 'New option',
      below: 'Add below it',
      chinese: 'Chinese',
      save: 'Save',
    },
    ...{ entity: 'Entity', identifier: 'Identifier', type: 'Data type', option: 'Option', input: 'Input type', cascader: 'Cascader', radio: 'Radio' },
    ...{ patent: 'Tag', dictionary: 'Dictionary', sample: 'As people will fill it in (a trial; nothing is saved)', publish: 'Publish', edit: 'Edit' },
    ...{ published: 'Published', ok: 'OK', updated: 'Updated, not published', usedBy: 'Custom fields that use it' },
  },
} as const

for (const [lang, theme] of inLanguagesOf(import.meta.url, [
  ['zh', 'light'],
  ['en', 'dark'],
] as const))
  test(`[2.28] [3.07] [4.01] a dictionary as a cascade, and a custom field of it: drafted, tried, published and offered in a form (${lang})`, async () => {
    const w = WORDS[lang]
    const { page, complaints, done } = await visit('/m/dictionary', { lang, theme, as: admin })
    const shoot = async (name: string) => {
      assert.deepEqual(await seriousFaults(page), [], name)
      if (shots) await page.screenshot({ path: `${shots}-${name}-${lang}-${theme}.png`, fullPage: true })
    }
    const dialog = page.getByRole('dialog')
    const fill = async (label: string, text: string) =>
      dialog
        .getByRole('textbox', { name: new RegExp(`^${label}`) })
        .first()
        .fill(text)
    const save = async () => {
      await dialog.getByRole('button', { name: w.save, exact: true }).click()
      await dialog.waitFor({ state: 'hidden' })
    }
    await page.getByRole('button', { name: w.newDictionary }).click()
    await fill(w.code, `regions_${lang}`)
    await fill(w.name, `虚构地区 ${lang}`)
    await save()
    await page.getByRole('heading', { name: `虚构地区 ${lang}` }).waitFor()
    await page.getByRole('button', { name: w.newOption }).first().click()
    await fill(w.code, 'ASIA')
    await fill(w.chinese, '亚洲')
    await save()
    await page.getByRole('button', { name: `${w.below} 亚洲` }).click()
    await fill(w.code, 'SINGAPORE')
    await fill(w.chinese, '新加坡')
    await save()
    await page.getByRole('cell', { name: '新加坡', exact: true }).waitFor()
    await shoot('dictionary')

    await page.goto(`${address}/innoe-web/m/custom_field/new`)
    const choose = async (label: string, option: string) => {
      await page
        .getByLabel(new RegExp(`^${label}`))
        .first()
        .click()
      await page.keyboard.type(option)
      await page
        .locator('.ant-select-item-option:visible', { hasText: new RegExp(`^${option}$`) })
        .first()
        .click()
    }
    await choose(w.entity, w.patent)
    await page.getByRole('textbox', { name: new RegExp(`^${w.identifier}`) }).fill(`place_${lang}`)
    await page
      .getByRole('textbox', { name: new RegExp(`^${w.name}`) })
      .first()
      .fill(`虚构地点 ${lang}`)
    await page.getByLabel(new RegExp(`^${w.type}`)).click()
    await page.locator('.ant-select-item-option:visible', { hasText: new RegExp(`^${w.option}$`) }).click()
    const dictionary = page.getByLabel(w.dictionary, { exact: true })
    await dictionary.click()
    await dictionary.pressSequentially(`虚构地区 ${lang}`)
    await page
      .locator('.ant-select-item-option:visible', { hasText: `虚构地区 ${lang}` })
      .first()
      .click()
    await page.getByLabel(w.input).click()
    await page.locator('.ant-select-item-option:visible', { hasText: w.cascader }).click()
    const sample = page.getByRole('region', { name: w.sample })
    await sample.getByRole('combobox').click()
    await page.locator('.ant-cascader-menu-item', { hasText: '亚洲' }).click()
    await page.locator('.ant-cascader-menu-item', { hasText: '新加坡' }).click()
    await shoot('custom-field-form')
    assert.equal(await page.getByRole('button', { name: w.publish, exact: true }).count(), 0, 'nothing is published while it is edited')
    await page.getByRole('button', { name: w.save, exact: true }).click()
    await page.getByRole('button', { name: w.publish, exact: true }).click()
    await page.getByText(w.published, { exact: true }).first().waitFor()
    await shoot('custom-field')
    await page.goto(`${address}/innoe-web/m/custom_field`)
    await page.getByText(`虚构地点 ${lang}`).first().waitFor()
    await shoot('custom-fields')

    await page.goto(`${address}/innoe-web/m/tag/new`)
    await page.getByLabel(`虚构地点 ${lang}`).first().click()
    await page.locator('.ant-cascader-menu-item', { hasText: '亚洲' }).waitFor()
    if (shots) await page.screenshot({ path: `${shots}-tag-form-${lang}-${theme}.png` })
    assert.deepEqual(complaints, [])
    await done()
  })

const LAYOUT = {
  zh: {
    ...{
      design: '布局设计',
      add: '添加分组',
      titleZh: '中文标题',
      save: '保存草稿',
      saved: '草稿已保存，发布后生效',
      publish: '发布',
      published: '已发布',
    },
    ...{
      require: '“重要程度”必填',
      move: '“重要程度”的更多操作',
      hide: '隐藏',
      preview: '预览',
      group: '新分组',
      grade: '重要程度',
    },
    ...{
      ofField: '“代理机构文号”的更多操作',
      hidden: '代理机构文号',
      fold: '默认折叠',
      role: '以角色预览',
      asRole: '专利工程师',
      saveRecord: '保存',
      missing: '必填',
    },
  },
  en: {
    ...{
      design: 'Design of the layout',
      add: 'Add group',
      titleZh: 'Chinese title',
      save: 'Save draft',
      saved: 'Draft saved; publish it to put it in force',
    },
    ...{
      publish: 'Publish',
      published: 'Published',
      require: 'Require Grade',
      move: 'More for Grade',
      hide: 'Hide',
      preview: 'Preview',
    },
    ...{
      group: 'New group',
      grade: 'Grade',
      ofField: 'More for Agency ref.',
      hidden: 'Agency ref.',
      fold: 'Collapsed at first',
      role: 'Preview as role',
    },
    ...{ asRole: 'IP engineer', saveRecord: 'Save', missing: 'Required' },
  },
} as const

for (const [lang, theme] of inLanguagesOf(import.meta.url, [
  ['zh', 'light'],
  ['en', 'dark'],
] as const))
  test(`[4.05] a form is laid out for a role: grouped, required and hidden fields, previewed, published and obeyed (${lang})`, async () => {
    const w = LAYOUT[lang]
    const role = await s.tenant.db.selectFrom('role').select('sid').where('code', '=', 'ip_engineer').executeTakeFirstOrThrow()
    const { data } = await s.call<{ sid: string }>(
      'page_layout/do/create',
      { entity: 'patent', name: `虚构布局 ${lang}`, role_sids: [role.sid] },
      { as: admin },
    )
    const { page, complaints, done } = await visit(`/m/page_layout/${data.sid}`, { lang, theme, as: admin })
    const shoot = async (name: string) => {
      assert.deepEqual(await seriousFaults(page), [], name)
      if (shots) await page.screenshot({ path: `${shots}-${name}-${lang}-${theme}.png`, fullPage: true })
    }
    const design = page.getByRole('region', { name: w.design })
    const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
    await design.getByRole('button', { name: w.add }).click()
    await design.getByRole('checkbox', { name: w.require }).check()
    await design.getByRole('button', { name: w.move }).click()
    await item(w.group).click()
    const group = design.getByRole('region', { name: w.group, exact: true })
    await group.getByText(w.grade, { exact: true }).waitFor()
    await group.getByRole('checkbox', { name: w.fold }).check()
    await design.getByRole('button', { name: w.ofField }).click()
    await item(w.hide).click()
    await shoot('layout-design')
    await design.getByRole('button', { name: w.save }).click()
    await page.getByText(w.saved).waitFor()
    await design.getByText(w.preview, { exact: true }).click()
    await design.getByRole('combobox', { name: w.role }).click()
    await page.locator('.ant-select-item-option:visible', { hasText: w.asRole }).first().click()
    await design.getByRole('button', { name: w.group }).waitFor()
    assert.equal(await design.getByText(w.hidden, { exact: true }).count(), 0)
    await shoot('layout-preview')
    await page.getByRole('button', { name: w.publish, exact: true }).click()
    await page.getByText(w.published, { exact: true }).first().waitFor()
    await done()

    const engineer = await visit('/patents/new', { lang, theme, as: await s.enrol('ip_engineer') })
    const form = engineer.page
    await form.getByRole('button', { name: w.group }).waitFor()
    await form.getByRole('button', { name: w.saveRecord, exact: true }).click()
    const asked = form.locator('.ant-form-item', { hasText: new RegExp(`^${w.grade}`) })
    await asked.getByText(w.missing).waitFor()
    assert.equal(await form.getByText(w.hidden, { exact: true }).count(), 0)
    if (shots) await form.screenshot({ path: `${shots}-layout-form-${lang}-${theme}.png`, fullPage: true })
    assert.equal((await s.call('page_layout/do/unpublish', { sid: data.sid }, { as: admin })).code, 0)
    assert.deepEqual([complaints, engineer.complaints], [[], []])
    await engineer.done()
  })
