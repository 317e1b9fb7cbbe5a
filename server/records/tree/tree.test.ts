import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testServer } from '../../../tests/harness/server.ts'
import { anyTable } from '../../database/pool.ts'
import { isTree } from './read-tree.ts'

const { tenant, call, enrol } = await testServer()
const admin = await enrol('system_admin')
const english = { as: admin, lang: 'en' } as const
let made = 0

type Row = Record<string, unknown> & { sid: string }
type Nested = Row & { children: Nested[]; direct: number; all: number }

/** The required values of a record of each tree besides its parent. */
const NEEDS: Record<string, () => Record<string, unknown>> = {
  company: () => ({ company_name: `公司 ${++made}`, country: 'DE' }),
  department: () => ({ name: `部门 ${++made}` }),
  tech_node: () => ({ code: `N${++made}`, name: `节点 ${made}` }),
  rbac_resource: () => ({ code: `own.n${++made}`, name: `资源 ${made}` }),
  dictionary_item: () => ({ dictionary: 'value_grade', code: `N${++made}`, label_zh: `选项 ${made}` }),
  rbac_menu: () => ({ name: `菜单 ${++made}`, icon: 'home' }),
}

const trees = [...tenant.models.all.values()].filter(isTree)

test('these tests cover every tree', () => assert.deepEqual(trees.map(({ name }) => name).toSorted(), Object.keys(NEEDS).toSorted()))

for (const model of trees)
  describe(model.name, () => {
    const add = async (parent_sid?: string, more: Record<string, unknown> = {}) => {
      const { data, message, errors } = await call<Row>(`${model.name}/do/create`, { ...NEEDS[model.name]?.(), ...more, parent_sid }, english)
      assert.ok(data, `${message} ${JSON.stringify(errors)}`)
      return data.sid
    }
    const move = (sid: string, parent_sid: string | null) => call<Row>(`${model.name}/do/update`, { sid, parent_sid }, english)
    const row = (sid: string) => anyTable(tenant.db).selectFrom(model.name).selectAll().where('sid', '=', sid).executeTakeFirstOrThrow()
    /** The paths by declaration, computed from the rows themselves. */
    const expected = async (sid: string) => {
      const line: Record<string, unknown>[] = []
      for (let one: Record<string, unknown> | undefined = await row(sid); one; one = one.parent_sid ? await row(String(one.parent_sid)) : undefined)
        line.unshift(one)
      const { paths = {}, level } = model.tree
      const joined = (of: string) => line.map((one) => String(one[of])).join('/')
      return {
        ...Object.fromEntries(Object.entries(paths).map(([code, { of, enclosed }]) => [code, enclosed ? `/${joined(of)}/` : joined(of)])),
        ...(level && { [level]: line.length }),
      }
    }
    const kept = async (sid: string, codes: readonly string[]) => {
      const one = await row(sid)
      return Object.fromEntries(codes.map((code) => [code, one[code]]))
    }
    test('[4.05] whoever changes a record below an invalid one is asked first', async () => {
      const above = await add()
      const [middle, apart] = [await add(above), await add()]
      const child = await add(middle)
      const touch = (sid: string, body: Record<string, unknown>) => call<Row>(`${model.name}/do/update`, { sid, ...body }, english)
      const codes = ({ text }: { text: string }) => ((JSON.parse(text) as { warnings?: { code: string }[] }).warnings ?? []).map(({ code }) => code)
      const off = await touch(above, { valid: false, confirm: [] })
      assert.deepEqual([off.status, codes(off).includes('valid_below')], [412, true], off.text)
      assert.equal((await row(above)).valid, true)
      const rest = codes(off)
      assert.equal((await touch(above, { valid: false, confirm: rest })).code, 0)
      const asked = await touch(child, { remark: '改', confirm: [] })
      assert.deepEqual([asked.status, codes(asked)], [412, ['parent_invalid']], asked.text)
      assert.equal((await row(child)).remark, null)
      assert.equal((await touch(child, { remark: '改', confirm: ['parent_invalid'] })).code, 0)
      assert.equal((await row(child)).remark, '改')
      assert.equal((await touch(apart, { remark: '改', confirm: [] })).code, 0)
      assert.equal((await touch(above, { valid: true, confirm: [] })).code, 0)
      assert.equal((await touch(child, { remark: '再改', confirm: [] })).code, 0)
    })

    const agree = async (...sids: string[]) => {
      for (const sid of sids) {
        const should = await expected(sid)
        assert.deepEqual(await kept(sid, Object.keys(should)), should)
      }
    }

    test('paths and levels stay correct for all descendants when a record moves or is renamed', async () => {
      const [a, b] = [await add(), await add()]
      const a1 = await add(a)
      const a11 = await add(a1)
      await agree(a, a1, a11)
      assert.equal((await move(a1, b)).code, 0)
      await agree(a1, a11)
      for (const of of new Set(Object.values(model.tree.paths ?? {}).map((path) => path.of)))
        if (of !== 'sid') assert.equal((await call(`${model.name}/do/update`, { sid: b, [of]: `X${++made}` }, english)).code, 0)
      await agree(b, a1, a11)
      assert.equal((await move(a1, null)).code, 0)
      await agree(a1, a11)
    })

    test('no record is below itself, and two concurrent moves make no cycle', async () => {
      const a = await add()
      const b = await add(a)
      const c = await add(b)
      for (const parent of [a, b, c]) {
        const { errors, status } = await move(a, parent)
        assert.deepEqual([status, errors[0]?.field, errors[0]?.reason], [400, 'parent_sid', 'cannot be the record itself or one below it'])
      }
      for (let round = 0; round < 3; round++) {
        const [x, y] = [await add(), await add()]
        const answers = await Promise.all([move(x, y), move(y, x)])
        assert.equal(answers.filter(({ code }) => code === 0).length, 1)
        await agree(x, y)
      }
    })

    test('siblings are sorted as a list or one by one, only within their level', async () => {
      const top = await add()
      const [a, b, c] = [await add(top), await add(top), await add(top)]
      const order = async () => (await call<Nested>(`${model.name}/do/tree/${top}`, undefined, english)).data.children.map(({ sid }) => sid)
      assert.equal((await call(`${model.name}/do/sort`, { sids: [c, a, b] }, english)).code, 0)
      assert.deepEqual(await order(), [c, a, b])
      assert.equal((await call(`${model.name}/do/sort`, { sid: b, move: 'up' }, english)).code, 0)
      assert.deepEqual(await order(), [c, b, a])
      assert.match((await call(`${model.name}/do/sort`, { sid: c, move: 'up' }, english)).message, /first row/)
      assert.match((await call(`${model.name}/do/sort`, { sid: a, move: 'down' }, english)).message, /last row/)
      assert.match((await call(`${model.name}/do/sort`, { sids: [a, top] }, english)).message, /cannot be moved to another level/)
      assert.equal((await call(`${model.name}/do/sort`, { sids: [a], more: 1 }, english)).status, 400)
    })

    test('several records move below another in one call, after its children', async () => {
      const [one, other] = [await add(), await add()]
      const [a, b, c] = [await add(one), await add(one), await add(other)]
      assert.equal((await call(`${model.name}/do/batch_move`, { sids: [b, a], parent_sid: other }, english)).code, 0)
      const { data } = await call<Nested>(`${model.name}/do/tree/${other}`, undefined, english)
      assert.deepEqual(data.children.map(({ sid }) => sid), [c, b, a]) // oxfmt-ignore
      await agree(a, b)
      assert.equal((await call(`${model.name}/do/batch_move`, { sids: [other], parent_sid: a }, english)).status, 400)
      assert.equal((await call(`${model.name}/do/batch_move`, { sids: [a, b], parent_sid: null }, english)).code, 0)
      await agree(a, b)
    })

    test('the tree counts the children of a record and all its descendants', async () => {
      const top = await add()
      const a = await add(top)
      await add(top)
      await add(await add(a))
      const { data } = await call<Nested>(`${model.name}/do/tree/${top}`, undefined, english)
      assert.deepEqual([data.direct, data.all], [2, 4])
      const inner = data.children.find(({ sid }) => sid === a)
      assert.deepEqual([inner?.direct, inner?.all], [1, 2])
      const whole = await call<Nested[]>(`${model.name}/do/tree`, undefined, english)
      assert.ok(whole.data.some(({ sid, all }) => sid === top && all === 4))
      assert.equal((await call(`${model.name}/do/tree/${top.replace(/.$/, top.endsWith('0') ? '1' : '0')}`, undefined, english)).status, 404)
    })

    // Options of a dictionary are never deleted.
    if (!model.refuses?.delete)
      test('a record restored from the recycle bin has the path of the current place of its parent', async () => {
        const [a, b] = [await add(), await add()]
        const leaf = await add(a)
        assert.equal((await call(`${model.name}/do/delete/${leaf}`, {}, english)).code, 0)
        assert.equal((await move(a, b)).code, 0)
        assert.equal((await call(`${model.name}/do/restore/${leaf}`, {}, english)).code, 0)
        await agree(leaf)
      })
  })

test('sorting and moving need the permission to change records, and a tree shows only visible records', async () => {
  const inventor = await enrol('inventor')
  const node = (await call<Row>('tech_node/do/create', { code: 'P1', name: '甲' }, { as: admin })).data.sid
  assert.equal((await call('tech_node/do/sort', { sids: [node] }, { as: inventor })).status, 403)
  assert.equal((await call('tech_node/do/batch_move', { sids: [node] }, { as: inventor })).status, 403)
  assert.ok((await call<Nested[]>('tech_node/do/tree', undefined, { as: inventor })).data.length > 0)
  assert.equal((await call('rbac_menu/do/tree', undefined, { as: inventor })).status, 403)
})
