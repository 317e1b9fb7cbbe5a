import { EditOutlined } from '@ant-design/icons'
import { App, Button, Modal, Tag } from 'antd'
import { Link } from 'react-router'
import { useState } from 'react'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { allows } from '../../api/allows.ts'
import { type Rec, useRecord, useSearch } from '../../api/api.ts'
import { pageOf } from '../../api/page-of.ts'
import { useAddress } from '../../cases/worklist/address.ts'
import { quoted } from '../../api/iql.ts'
import { RecordForm } from '../../records/form/record-form.tsx'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { EntityBody, EntityPage } from '../../records/entity-page.tsx'
import { useWords } from '../../words/language.ts'
import { useDictionaries } from './calls.ts'
import { OptionTable } from './option-table.tsx'
import './dictionaries.css'

/** The lists of options that the tenant keeps, each with its options as a tree. */
export const DictionaryScreen = () => <EntityPage entity="dictionary" content={Dictionaries} />

function Dictionaries({ schema }: { schema: WireSchema }) {
  const { t } = useWords()
  const { read, put } = useAddress()
  const [edited, setEdited] = useState<'new' | string | null>(null)
  const found = useDictionaries()
  const all = found.data?.record ?? []
  const chosen = all.find((one) => one['code'] === read('code')) ?? all[0]
  return (
    <EntityBody schema={schema} text={t('dictionary.text')} rows={found} add={{ label: t('dictionary.new'), onAdd: () => setEdited('new') }}>
      <div className="dictionary-halves">
        <Names schema={schema} all={all} chosen={chosen} />
        {chosen ? (
          <One key={chosen.sid} schema={schema} dictionary={chosen} onEdit={() => setEdited(chosen.sid)} />
        ) : (
          found.data && <Nothing text={t('dictionary.choose')} />
        )}
      </div>
      {edited && (
        <DictionaryForm
          schema={schema}
          sid={edited === 'new' ? undefined : edited}
          onClose={(saved) => {
            setEdited(null)
            if (saved) put({ code: String(saved['code']) })
          }}
        />
      )}
    </EntityBody>
  )
}

function Names({ schema, all, chosen }: { schema: WireSchema; all: readonly Rec[]; chosen: Rec | undefined }) {
  const { t, lang } = useWords()
  const { put } = useAddress()
  return (
    <nav aria-label={schema[lang]}>
      <ul className="dictionary-list">
        {all.map((one) => (
          <li key={one.sid}>
            <button
              type="button"
              aria-current={one.sid === chosen?.sid ? 'true' : undefined}
              onClick={() => put({ code: String(one['code']) })}
              className={one.sid === chosen?.sid ? 'chosen' : ''}
            >
              <span>{nameOf(one, lang)}</span>
              <small className="quiet">{String(one['code'])}</small>
              {one['valid'] === false && <Tag>{t('dictionary.off')}</Tag>}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const nameOf = (one: Rec, lang: 'zh' | 'en') => String((lang === 'en' && one['name_en']) || one['name'])

type OneProps = { schema: WireSchema; dictionary: Rec; onEdit: () => void }

function One({ schema, dictionary, onEdit }: OneProps) {
  const { t, lang } = useWords()
  const code = String(dictionary['code'])
  return (
    <section aria-label={nameOf(dictionary, lang)}>
      <header className="dictionary-head">
        <h2>{nameOf(dictionary, lang)}</h2>
        {dictionary['is_system'] === true && <Tag>{t('dictionary.builtIn')}</Tag>}
        {allows(schema, 'update') && <Button type="text" icon={<EditOutlined />} aria-label={t('dictionary.edit')} onClick={onEdit} />}
      </header>
      <UsedBy dictionary={code} />
      <OptionTable dictionary={code} />
    </section>
  )
}

function UsedBy({ dictionary }: { dictionary: string }) {
  const { t, lang } = useWords()
  const body = { fl: ['name', 'name_en', 'entity'], iql: `dictionary = ${quoted(dictionary)}`, rows: 20, total: 'none' as const }
  const { data } = useSearch('custom_field', body, { meta: { faults: 'own' } })
  const fields = data?.record ?? []
  if (fields.length === 0) return null
  return (
    <p className="quiet">
      {t('dictionary.usedBy')}
      {t('colon')}
      {fields.map((field, at) => (
        <span key={field.sid}>
          {at > 0 && ' · '}
          <Link to={pageOf('custom_field', `/${field.sid}`)}>{nameOf(field, lang)}</Link>
        </span>
      ))}
    </p>
  )
}

type FormProps = { schema: WireSchema; sid: string | undefined; onClose: (saved?: Rec) => void }

function DictionaryForm({ schema, sid, onClose }: FormProps) {
  const { t } = useWords()
  const { message } = App.useApp()
  const { data: record } = useRecord('dictionary', sid)
  return (
    <Modal open title={t(sid ? 'dictionary.edit' : 'dictionary.new')} footer={null} onCancel={() => onClose()} destroyOnHidden>
      {(!sid || record) && (
        <RecordForm
          schema={{ ...schema, fields: schema.fields.filter(({ code }) => code !== 'company_sid') }}
          {...(record && { record })}
          onSaved={(saved) => {
            message.success(t('saved'))
            onClose(saved)
          }}
          onCancel={() => onClose()}
        />
      )}
    </Modal>
  )
}
