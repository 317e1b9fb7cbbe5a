import type { Model } from '../../../model/kit/model.ts'
import type { Module } from '../modules.ts'
import { isTree } from './read-tree.ts'
import { treeActions } from './tree-actions.ts'
import { treeHooks } from './tree-hooks.ts'

/** The actions and hooks of every model declared as a tree. */
export function treesModule(models: Iterable<Model>): Module {
  const trees = [...models].filter(isTree)
  return { name: 'trees', hooks: trees.map(({ name }) => ({ model: [name], ...treeHooks(name) })), actions: trees.flatMap(treeActions) }
}
