import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { sendFile } from '../../tests/harness/cases/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'

const { app, tenant, call, enrol } = await testServer({ demo: true })
const admin = await enrol('system_admin')
const inventor = await enrol('inventor')

type Described = {
  fields: { code: string; label: string; type: string; importable: boolean; editable: boolean; settable: boolean }[]
  actions: { verb: string; allowed: boolean }[]
}
type Preview = { sheet: string; columns: { heading: string; field: string | null }[] }

async function template(model: string, lang: 'zh' | 'en', as = admin) {
  const { statusCode, rawPayload } = await app.inject({
    url: `/innoe-webapi/model/${model}/do/import_template`,
    headers: { authorization: `Bearer ${as.token}`, 'accept-language': lang },
  })
  return { statusCode, sheets: statusCode === 200 ? (await readXlsx(new Uint8Array(rawPayload))).sheets : [] }
}

test('[9.07] the template of every list that takes an import has its headings, which the import recognises, and what each column takes', async () => {
  let seen = 0
  for (const model of tenant.models.all.keys()) {
    // In turns; the English word of one field of a proposal is the code of another.
    const lang = model === 'proposal' || seen % 2 === 1 ? 'en' : 'zh'
    const { data } = await call<Described>(`${model}/do/schema`, undefined, { as: admin, lang })
    if (!data?.actions?.some(({ verb, allowed }) => verb === 'import' && allowed)) continue
    const { statusCode, sheets } = await template(model, lang)
    assert.equal(statusCode, 200, model)
    const fields = data.fields.filter(({ type, importable, editable, settable }) => type !== 'attachment' && importable && (editable || settable))
    const headings = (sheets[0]?.rows[0] ?? []).map((heading) => String(heading).replace(/ \*$/, ''))
    assert.deepEqual([...headings].sort(), fields.map(({ label }) => label).sort(), model)
    assert.deepEqual(
      sheets[1]?.rows.slice(1).map(([label]) => label),
      headings,
      model,
    )
    const filled = sheets.map(({ name, rows }, at) => ({ name, rows: at === 0 ? [...rows, headings.map(() => 'x')] : rows }))
    const file = new Uint8Array(await writeXlsx({ sheets: filled }))
    const sent = await sendFile(app, { path: `${model}/do/import_preview`, token: admin.token, file, name: 'template.xlsx', lang })
    const { code, message, data: preview } = sent as { code: number; message: string; data: Preview } // as the preview answers
    assert.equal(code, 0, `${model}: ${message}`)
    assert.equal(preview.sheet, sheets[0]?.name, model)
    const codes = new Map(fields.map(({ label, code: own }) => [label, own]))
    assert.deepEqual(preview.columns.map(({ field }) => field), preview.columns.map(({ heading }) => codes.get(heading.replace(/ \*$/, ''))), `${model} ${lang}`) // oxfmt-ignore
    seen++
  }
  assert.ok(seen > 40, String(seen))
})

test('[9.07] a template lists the valid options, and of other records the names that its reader may export', async () => {
  const { sheets } = await template('patent', 'en')
  const listed = (label: string) => {
    const rows = sheets.find(({ name }) => name === 'Values')?.rows ?? []
    const at = rows[0]?.indexOf(`Values for ${label}`) ?? -1
    return at < 0 ? [] : rows.slice(1).flatMap((row) => row[at] ?? [])
  }
  assert.ok(listed('Type').includes('Invention'))
  const agencies = await call<{ total: number }>('agency/do/count', {}, { as: admin })
  assert.equal(listed('Agency').length, agencies.data.total)
  assert.equal((await template('patent', 'en', inventor)).statusCode, 403)
})

test('[7.23] a field that the tenant calls otherwise has that word in the template, and the import finds it by it', async () => {
  const kept = await call(
    '/innoe-webapi/model/i18n/front/sync',
    { language: 'en', record: [{ key: 'tag.name', text: 'Label of ours' }] },
    { as: admin },
  )
  assert.equal(kept.code, 0, kept.text)
  const { sheets } = await template('tag', 'en')
  assert.ok(sheets[0]?.rows[0]?.some((heading) => String(heading).startsWith('Label of ours')))
  const file = new Uint8Array(await writeXlsx({ sheets: [{ name: 'Tags', rows: [['Label of ours'], ['x']] }] }))
  const sent = await sendFile(app, { path: 'tag/do/import_preview', token: admin.token, file, name: 'tags.xlsx', lang: 'en' })
  assert.deepEqual(
    (sent as { data: Preview }).data.columns.map(({ field }) => field),
    ['name'],
  ) // as the preview answers // oxfmt-ignore
})
