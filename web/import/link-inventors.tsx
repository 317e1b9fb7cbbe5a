import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, App, Button, Checkbox, Modal, Pagination, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AnswerOf } from '../../model/kit/action.ts'
import { linkInventors, MAX_LINKED, unlinkedInventors } from '../../model/parties/inventor-actions.ts'
import type { Rec } from '../api/api.ts'
import { act, useWrite } from '../api/api.ts'
import { pageOf } from '../api/page-of.ts'
import { Failures } from '../records/batch/failures.tsx'
import { usePageItem } from '../ui/page/page-item.tsx'
import { Table } from '../ui/table.tsx'
import { useWords } from '../words/language.ts'

type Inventor = AnswerOf<typeof unlinkedInventors>['record'][number]
type Person = Inventor['people'][number]

/** A file names inventors without their employees: until they are linked, an inventor sees none of these cases. */
export function UnlinkedInventors({ job }: { job: Rec }) {
  const { t, tag } = useWords()
  const [isOpen, setOpen] = useState(false)
  const [start, setStart] = useState(0)
  const { data } = useQuery({
    queryKey: ['inventor', 'unlinked', job.sid, start],
    queryFn: () => act(unlinkedInventors, { job_sid: job.sid, start }),
    placeholderData: keepPreviousData,
    meta: { faults: 'own' },
  })
  if (!data || data.total === 0) return null
  const close = () => {
    setOpen(false)
    setStart(0)
  }
  return (
    <>
      <Alert
        type="warning"
        showIcon
        className="spaced"
        title={t('import.unlinked', { count: data.total.toLocaleString(tag) })}
        description={t('import.unlinkedHint')}
        action={<Button onClick={() => setOpen(true)}>{t('import.link')}</Button>}
      />
      {isOpen && (
        <LinkInventors key={data.record[0]?.sid} inventors={data.record} total={data.total} pages={{ start, onStart: setStart }} onClose={close} />
      )}
    </>
  )
}

type Chosen = Readonly<Record<string, string>>

/** A job number of exactly one free person identifies the inventor; a person decides on a match by name alone. */
const known = (inventors: readonly Inventor[]): Chosen =>
  Object.fromEntries(
    inventors.flatMap(({ sid, people }) => {
      const [one, ...more] = people.filter(({ has_number, is_taken }) => has_number && !is_taken)
      return one && more.length === 0 ? [[sid, one.sid]] : []
    }),
  )

type LinkProps = {
  inventors: readonly Inventor[]
  total: number
  pages: { start: number; onStart: (start: number) => void }
  onClose: () => void
}

function LinkInventors({ inventors, total, pages: { start, onStart }, onClose }: LinkProps) {
  const { t, tag } = useWords()
  const { message, modal } = App.useApp()
  const pageItem = usePageItem()
  const [chosen, setChosen] = useState<Chosen>(() => known(inventors))
  const [isAll, setAll] = useState(false)
  const links = Object.entries(chosen).map(([inventor_sid, user_sid]) => ({ inventor_sid, user_sid }))
  const link = useWrite('inventor', () => act(linkInventors, { links }))
  const submit = async () => {
    const done = await link.mutateAsync(undefined).catch(() => undefined) // already shown
    if (!done) return
    const outcome = { ...done, done: done.linked }
    const names = new Map(inventors.map(({ sid, name }) => [sid, name]))
    if (done.failed > 0)
      modal.warning({ title: t('import.linkTitle'), content: <Failures outcome={outcome} names={names} />, icon: null, width: 560 })
    else message.success(t('import.linked', { count: done.linked.toLocaleString(tag) }))
    onClose()
  }
  const shown = isAll ? inventors : inventors.filter(({ people }) => people.length > 0)
  const choose = (sid: string, person: string | undefined) =>
    setChosen(({ [sid]: _, ...others }) => (person === undefined ? others : { ...others, [sid]: person }))
  return (
    <Modal
      open
      width={920}
      title={t('import.linkTitle')}
      okText={t('import.linkCount', { count: links.length })}
      okButtonProps={{ disabled: links.length === 0, loading: link.isPending }}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <p>{t('import.linkText')}</p>
      <p className="import-links">
        <Checkbox checked={isAll} onChange={({ target }) => setAll(target.checked)}>
          {t('import.linkWithout', { count: inventors.filter(({ people }) => people.length === 0).length })}
        </Checkbox>
        <Link to={`${pageOf('inventor')}?${new URLSearchParams({ iql: NOT_LINKED })}`}>{t('import.toInventors')}</Link>
      </p>
      {total > MAX_LINKED && <p className="quiet">{t('import.linkPages', { count: MAX_LINKED, total: total.toLocaleString(tag) })}</p>}
      <Inventors inventors={shown} chosen={chosen} onChoose={choose} />
      {total > MAX_LINKED && (
        <Pagination
          itemRender={pageItem}
          className="below"
          size="small"
          current={start / MAX_LINKED + 1}
          pageSize={MAX_LINKED}
          total={total}
          showSizeChanger={false}
          onChange={(page) => onStart((page - 1) * MAX_LINKED)}
        />
      )}
    </Modal>
  )
}

const NOT_LINKED = 'user_sid IS EMPTY AND external = false AND resigned = false ORDER BY name ASC'

type InventorsProps = { inventors: readonly Inventor[]; chosen: Chosen; onChoose: (inventor: string, person: string | undefined) => void }

function Inventors({ inventors, chosen, onChoose }: InventorsProps) {
  const { t, tag } = useWords()
  const wordsOf = ({ name, job_number, department, has_number, is_taken }: Person) =>
    [name, job_number, department, has_number ? t('import.sameNumber') : null, is_taken ? t('import.isTaken') : null].filter(Boolean).join(' · ')
  return (
    <Table<Inventor>
      rowKey="sid"
      size="small"
      dataSource={[...inventors]}
      pagination={inventors.length > 20 ? { pageSize: 20, size: 'small', showSizeChanger: false } : false}
      locale={{ emptyText: <span className="quiet">{t('import.linkNobody')}</span> }}
      columns={[
        { title: t('import.inventor'), render: (_, { sid, name }) => <Link to={pageOf('inventor', `/${sid}`)}>{name}</Link>, width: 180 },
        { title: t('import.inventorNo'), dataIndex: 'employee_no', width: 110 },
        { title: t('import.inventorCases'), align: 'right', width: 80, render: (_, { cases }) => cases.toLocaleString(tag) },
        {
          title: t('import.linkedTo'),
          render: (_, { sid, name, people }) =>
            people.length === 0 ? (
              <span className="quiet">{t('import.linkNone')}</span>
            ) : (
              <Select
                className="import-person"
                allowClear
                aria-label={t('import.linkOne', { name })}
                placeholder={t('import.linkChoose', { count: people.length })}
                {...(chosen[sid] !== undefined && { value: chosen[sid] })}
                onChange={(person: string | undefined) => onChoose(sid, person)}
                options={people.map((person) => ({ value: person.sid, label: wordsOf(person) }))}
              />
            ),
        },
      ]}
    />
  )
}
