import { chosen, defineAction, facts } from './action.ts'
import { link, links, option } from './fields.ts'
import type { Model } from './model.ts'
import type { Nested } from './tree.ts'

export type TreeNode = Nested<Record<string, unknown> & { sid: string }>

const NODE = { type: 'object', required: ['sid', 'children', 'direct', 'all'] } as const

/** The actions of every model declared as a tree. */
export const treeActionsOf = ({ name, zh, en }: Model) => ({
  tree: defineAction({
    model: name,
    name: 'tree',
    methods: ['GET'],
    zh: `${zh}树及各级数量；指定一条则为其本身及以下`,
    en: `${en}: the tree in order with the counts of direct and all descendants; or one record with its descendants`,
    body: { sid: link(zh, en, { to: name }) },
    rest: 'sid',
    answer: facts<TreeNode | TreeNode[]>('树', 'Tree', { oneOf: [NODE, { type: 'array', items: NODE }] }),
    permission: 'search',
  }),
  sort: defineAction({
    model: name,
    name: 'sort',
    zh: `${zh}排序：同级的新顺序，或将一个上移、下移`,
    en: `${en}: set the order of one level, or move one record up or down`,
    body: { sids: chosen(name), sid: link(zh, en, { to: name }), move: option('移动', 'Move', { up: ['上移', 'Up'], down: ['下移', 'Down'] }) },
    answer: { sids: links(zh, en, { to: name }) },
    permission: 'update',
    transaction: true,
  }),
  move: defineAction({
    model: name,
    name: 'batch_move',
    zh: `移动${zh}到另一条之下，不指定则到顶层`,
    en: `${en}: move below another record; without one, to the top level`,
    body: { sids: chosen(name), parent_sid: link(zh, en, { to: name }) },
    answer: { sids: links(zh, en, { to: name }), parent_sid: link(zh, en, { to: name, nullable: true }) },
    permission: 'update',
    transaction: true,
  }),
})

type TreeActions = ReturnType<typeof treeActionsOf>
export type SortTree = TreeActions['sort']
export type MoveInTree = TreeActions['move']
