import { DownOutlined, SaveOutlined, StarFilled, TeamOutlined } from '@ant-design/icons'
import { App, Button, Dropdown, Tooltip } from 'antd'
import { useState } from 'react'
import { useWords } from '../../words/language.ts'
import { ALL } from '../list/list-address.ts'
import type { List } from '../list/use-list.ts'
import type { View } from './views.ts'
import { waysToShareView } from '../../../model/settings/setting-actions.ts'
import { useAudiences } from './audience.tsx'
import { useRemoveView, useSaveView } from './views.ts'
import { Tabs } from '../../ui/page/tabs.tsx'
import { dialogOnRequest } from '../../ui/on-request.tsx'

const ViewDialog = dialogOnRequest(async () => (await import('./view-dialog.tsx')).ViewDialog)

const PLAIN = { text: '', iql: '', filters: {}, sort: [] }

/** All, own, shared and system views. Shown only if there is a view to choose or to save. */
export function ViewTabs({ list }: { list: List }) {
  const { t } = useWords()
  const { settings, views, view, change, address, isArranged } = list
  const [asked, setAsked] = useState<'new' | 'change' | ''>('')
  const isFiltered = Boolean(address.text || address.iql || Object.keys(address.filters).length > 0)
  const isChanged = isFiltered || (view ? isArranged || address.sort.length > 0 : false)
  if (views.length === 0 && !isChanged) return null
  const items = [{ key: ALL, name: t('view.all') }, ...views.map((one) => ({ key: one.sid, name: one.name, view: one }))]
  const first = settings.first || ALL
  return (
    <div className="views">
      <Tabs
        size="small"
        activeKey={view?.sid ?? ALL}
        onChange={(key) => change({ ...PLAIN, view: key === first ? '' : key })}
        items={items.map((one) => ({ key: one.key, label: <Label {...one} isFirst={views.length > 0 && one.key === first && first !== ALL} /> }))}
      />
      <ViewMenu list={list} isChanged={isChanged} onDialog={setAsked} />
      {asked && <ViewDialog list={list} {...(asked === 'change' && view && { view })} onClose={() => setAsked('')} />}
    </div>
  )
}

function Label({ name, view, isFirst }: { name: string; view?: View; isFirst: boolean }) {
  const { t } = useWords()
  const hint = view?.share === 'SYSTEM' ? t('view.ofAll') : view && !view.isMine ? t('view.by', { name: view.maker }) : ''
  // Views of colleagues are marked; system views are part of the list.
  const mark = view && view.share !== 'OWN' && view.share !== 'SYSTEM' ? <TeamOutlined /> : null
  return (
    <Tooltip title={hint}>
      <span>
        {mark} {name} {isFirst && <StarFilled className="quiet" aria-label={t('view.isFirst')} />}
      </span>
    </Tooltip>
  )
}

type MenuProps = { list: List; isChanged: boolean; onDialog: (which: 'new' | 'change') => void }

/** The actions on the current view. */
function ViewMenu({ list, isChanged, onDialog }: MenuProps) {
  const { t } = useWords()
  const { settings, set, view, views, change } = list
  const ways = useAudiences(waysToShareView, views.length > 0)
  const mayChange = Boolean(view && (view.isMine || ways.includes('SYSTEM')))
  const first = settings.first || ALL
  const here = view?.sid ?? ALL
  const { keep, forget, isSaving } = useKeepingView(list)
  const ask = useRemoval(list, forget)
  const acts: Record<string, () => void> = {
    keep,
    new: () => onDialog('new'),
    change: () => onDialog('change'),
    first: () => set({ first: first === here || here === ALL ? '' : here }),
    undo: () => (forget(), change({ ...PLAIN })),
    delete: ask,
  }
  const items = [
    ...(mayChange ? [{ key: 'change', label: t('view.change') }] : []),
    ...(here === first ? [] : [{ key: 'first', label: t('view.makeFirst') }]),
    ...(here === first && first !== ALL ? [{ key: 'first', label: t('view.notFirst') }] : []),
    ...(isChanged && view ? [{ key: 'undo', label: t('view.undo') }] : []),
    ...(mayChange ? [{ key: 'delete', label: t('view.remove'), danger: true }] : []),
  ]
  return (
    <span className="view-acts">
      {isChanged && mayChange && (
        <Button size="small" type="text" icon={<SaveOutlined />} loading={isSaving} onClick={acts['keep']}>
          {t('view.keep')}
        </Button>
      )}
      {isChanged && (
        <Button size="small" type="text" {...(!mayChange && { icon: <SaveOutlined /> })} onClick={acts['new']}>
          {t('view.save')}
        </Button>
      )}
      {items.length > 0 && (
        <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => acts[key]?.() }}>
          <Button size="small" type="text" icon={<DownOutlined />} aria-label={t('view.acts')} title={t('view.acts')} />
        </Dropdown>
      )}
    </span>
  )
}

/** `keep` stores this person's own arrangement in the view; `forget` discards it. */
function useKeepingView({ settings, set, view, iql, columns, change }: List) {
  const { t } = useWords()
  const { message } = App.useApp()
  const save = useSaveView()
  const here = view?.sid ?? ALL
  const { [here]: _, ...others } = settings.arranged
  const forget = (more: { first?: string } = {}) => set({ arranged: others, ...more })
  const write = async () => {
    await save.mutateAsync({ sid: here, iql, columns: [...columns] })
    forget()
    change({ ...PLAIN })
    message.success(t('saved'))
  }
  const keep = () => void write().catch(() => undefined) // a refusal has already been shown
  return { keep, forget, isSaving: save.isPending }
}

function useRemoval({ settings, view, change }: List, forget: (more: { first?: string }) => void) {
  const { t } = useWords()
  const { modal } = App.useApp()
  const remove = useRemoveView()
  const here = view?.sid ?? ALL
  return () =>
    modal.confirm({
      title: t('view.deleteTitle', { name: view?.name ?? '' }),
      content: t(view?.share === 'OWN' ? 'view.deleteOwn' : 'view.deleteShared'),
      okText: t('view.remove'),
      okButtonProps: { danger: true },
      onOk: () =>
        remove.mutateAsync([here]).then(
          () => {
            forget((settings.first || ALL) === here ? { first: '' } : {})
            change({ ...PLAIN, view: '' })
          },
          () => undefined, // a refusal has already been shown
        ),
    })
}
