import assert from 'node:assert/strict'
import type { caller, Person } from './server.ts'

type Given = {
  make: (model: string, row: Record<string, unknown>) => Promise<string>
  call: ReturnType<typeof caller>
  admin: Person
}
type Bodies = Record<string, () => Promise<{ sid: string }>>

/** The bodies of the actions on a portal template and on a page layout, each with a record on which it succeeds. */
export function portalActions({ make, call, admin }: Given): Bodies {
  let made = 0
  const draft = () => make('portal_template', { name: '门户', alias: `hat-${++made}`, layout: [], company_sid: admin.company })
  const after = async (sid: string, action: string, more: Record<string, unknown> = {}, model = 'portal_template') => {
    const { code, text } = await call(`${model}/do/${action}`, { sid, ...more }, { as: admin })
    assert.equal(code, 0, text)
    return sid
  }
  const shown = async () => after(await draft(), 'publish')
  const layout = () => make('page_layout', { entity: 'tag', name: `hat-${++made}` })
  const laid = async () => after(await layout(), 'publish', {}, 'page_layout')
  const ofProduct = async () => {
    const { data } = await call<{ record: { sid: string }[] }>('portal_template/do/search', { iql: 'is_system = TRUE', rows: 1 }, { as: admin })
    return data.record[0]?.sid ?? ''
  }
  return {
    'portal_template/publish': async () => ({ sid: await draft() }),
    'portal_template/revert': async () => ({ sid: await after(await shown(), 'update', { name: '改名' }) }),
    'portal_template/unpublish': async () => ({ sid: await shown() }),
    'portal_template/set_default': async () => ({ sid: await shown() }),
    'portal_template/copy': async () => ({ sid: await draft() }),
    'portal_template/reset': async () => ({ sid: await ofProduct() }),
    'page_layout/publish': async () => ({ sid: await layout() }),
    'page_layout/revert': async () => ({ sid: await after(await laid(), 'update', { name: `hat-${++made}` }, 'page_layout') }),
    'page_layout/unpublish': async () => ({ sid: await laid() }),
    'page_layout/preview': async () => ({ sid: await layout() }),
  }
}
