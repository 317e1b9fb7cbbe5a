import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, ColorPicker, Input, Radio, Select, Switch } from 'antd'
import { useRef, useState } from 'react'
import type { LookColour, LookPicture, LookText } from '../../model/settings/layouts/appearance.ts'
import {
  LAYOUT,
  LOOK_COLOURS,
  LOOK_PICTURES,
  LOOK_SERVICE,
  LOOK_TEXTS,
  MAX_BYTES,
  OF_COMPANY,
  PICTURE_SIZES,
  sizeOfPng,
} from '../../model/settings/layouts/appearance.ts'
import { changeLook } from '../../model/settings/layouts/look-routes.ts'
import { labelOf, wordIn } from '../../model/kit/fields.ts'
import type { Tenant } from '../api/api.ts'
import { useMe, useSchema, useSearch } from '../api/api.ts'
import { readLook, readOwnLook } from '../../model/settings/setting-routes.ts'
import type { SentTo } from '../../model/kit/wire/route.ts'
import { ask } from '../api/call.ts'
import { NotAllowed } from '../ui/faults/notice.tsx'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { allows } from '../api/allows.ts'
import { displayName } from '../fields/names.ts'
import { useWords } from '../words/language.ts'
import { LookPreview } from './look-preview.tsx'
import { SettingsForm, useSettingsForm } from './settings-form.tsx'

const LAYOUTS = Object.keys(LAYOUT.options) as (keyof typeof LAYOUT.options)[] // its own keys

type Changes = SentTo<typeof changeLook>
type Look = Changes
type Put = (part: Changes) => void

/** The branding of the system, which administrators of all companies change, or that of a company, which its administrators change too. */
export function LookScreen() {
  const { data: company } = useSchema('company')
  const { data: me } = useMe()
  const { data: seen } = useQuery({ queryKey: ['look', 'mine'], queryFn: () => ask(readOwnLook, {}) })
  if (!company || !me || !seen) return <PageSkeleton />
  const { company_sid: own } = me
  const isAllowed = allows(company, 'update') && (seen.changes_system || typeof own === 'string')
  return isAllowed ? <SomeLook isOfSystem={seen.changes_system} own={String(own)} /> : <NotAllowed />
}

function SomeLook({ isOfSystem, own }: { isOfSystem: boolean; own: string }) {
  const [company, setCompany] = useState(isOfSystem ? '' : own)
  const { data: look } = useQuery({
    queryKey: ['tenant', 'look', company],
    queryFn: () => (company ? ask(readOwnLook, {}, { query: { company } }) : ask(readLook, {}, { anonymous: true })),
  })
  if (!look) return <PageSkeleton />
  return <LookForm key={company} tenant={look} company={company} isOfSystem={isOfSystem} onCompany={setCompany} />
}

type LookFormProps = { tenant: Tenant; company: string; isOfSystem: boolean; onCompany: (sid: string) => void }

function LookForm({ tenant, company, isOfSystem, onCompany }: LookFormProps) {
  const { t } = useWords()
  const client = useQueryClient()
  const form = useSettingsForm(
    (body: Changes) => ask(changeLook, company ? { ...body, company_sid: company } : body),
    () => void client.invalidateQueries({ queryKey: ['tenant'] }),
  )
  const { edition: _edition, time_zone: _zone, languages: _languages, ...shown } = tenant
  const has = (code: string) => !company || OF_COMPANY.some((one) => one === code)
  const look: Look = { ...shown, ...form.changes }
  const put: Put = form.put
  const none = t(company ? 'look.inherited' : 'look.ordinary')
  return (
    <SettingsForm title={t('look.title')} text={t('look.text')} form={form}>
      <WhoseLook company={company} isOfSystem={isOfSystem} isFixed={form.isChanged} onChange={onCompany} />
      <Words look={look} put={put} has={has} none={none} />
      <CustomerService look={look} put={put} isInherited={company !== ''} />
      <Colours look={look} put={put} none={none} isInherited={company !== ''} />
      <Pictures look={look} put={put} has={has} none={none} />
    </SettingsForm>
  )
}

/** `none`: what stands where nothing is set; `isInherited`: it comes from the company above, or from the system. */
type PartProps = { look: Look; put: Put }
type SomeProps = PartProps & { has: (code: string) => boolean; none: string }
type InheritedProps = PartProps & { isInherited: boolean }

type WhoseLookProps = { company: string; isOfSystem: boolean; isFixed: boolean; onChange: (sid: string) => void }

/** Of several companies, each may look its own way. */
function WhoseLook({ company, isOfSystem, isFixed, onChange }: WhoseLookProps) {
  const { t, lang } = useWords()
  const schema = useSchema('company').data
  const { data } = useSearch('company', {
    fl: ['sid', 'simple_name', 'company_name', 'company_name_en'],
    iql: 'ORDER BY company_name ASC',
    rows: 100,
  })
  const companies = data?.record ?? []
  if (companies.length < (isOfSystem ? 2 : 1)) return null
  const options = [
    ...(isOfSystem ? [{ value: '', label: t('look.everywhere') }] : []),
    ...companies.map((one) => ({ value: one.sid, label: displayName(one, schema, lang) })),
  ]
  return (
    <div className="look-lines">
      <div>
        <span id="look-whose">{t('look.whose')}</span>
        <Select
          aria-labelledby="look-whose"
          value={company}
          disabled={isFixed}
          options={options}
          onChange={onChange}
          showSearch={{ optionFilterProp: 'label' }}
        />
        {company !== '' && <span className="quiet">{t('look.ofCompany')}</span>}
      </div>
    </div>
  )
}

function Words({ look, put, has, none }: SomeProps) {
  const { t, lang } = useWords()
  return (
    <fieldset className="group">
      <legend>{t('look.names')}</legend>
      <div className="look-lines">
        {(Object.entries(LOOK_TEXTS) as [LookText, (typeof LOOK_TEXTS)[LookText]][])
          .filter(([code]) => has(code))
          .map(([code, field]) => (
            // its own keys
            <label key={code}>
              {labelOf(field, lang)}
              <Input
                value={look[code] ?? ''}
                maxLength={field.max}
                placeholder={none}
                onChange={(event) => put({ [code]: event.target.value || null })}
              />
            </label>
          ))}
      </div>
    </fieldset>
  )
}

function CustomerService({ look, put, isInherited }: InheritedProps) {
  const { t, lang } = useWords()
  const { online_customer_status: status, online_customer_address: address } = LOOK_SERVICE
  const isOn = look.online_customer_status === true
  return (
    <fieldset className="group">
      <legend>{labelOf(status, lang)}</legend>
      <div className="look-lines">
        <div>
          <span id="look-service">{t('look.service')}</span>
          <span>
            {isInherited ? (
              <Radio.Group
                aria-labelledby="look-service"
                optionType="button"
                value={STATES.find(({ is }) => is === (look.online_customer_status ?? null))?.value ?? ''}
                onChange={(event) => put({ online_customer_status: STATES.find(({ value }) => value === event.target.value)?.is ?? null })}
                options={STATES.map(({ value, word }) => ({ value, label: t(word) }))}
              />
            ) : (
              <Switch aria-labelledby="look-service" checked={isOn} onChange={(checked) => put({ online_customer_status: checked })} />
            )}
          </span>
        </div>
        <label>
          {labelOf(address, lang)}
          <Input
            value={look.online_customer_address ?? ''}
            maxLength={address.max}
            placeholder="https://"
            onChange={(event) => put({ online_customer_address: event.target.value.trim() || null })}
          />
        </label>
      </div>
      {isOn && !isInherited && !look.online_customer_address && <p className="quiet">{t('look.serviceNowhere')}</p>}
    </fieldset>
  )
}

const STATES = [
  { value: '', is: null, word: 'look.inherited' },
  { value: 'on', is: true, word: 'look.on' },
  { value: 'off', is: false, word: 'look.off' },
] as const

function Colours({ look, put, none, isInherited }: InheritedProps & { none: string }) {
  const { t, lang } = useWords()
  const config = look.theme?.config ?? {}
  const set = (code: LookColour, colour: string | null) => {
    const rest = Object.fromEntries(Object.entries({ ...config, [code]: colour }).filter(([, value]) => value !== null))
    put({ theme: Object.keys(rest).length > 0 ? { code: 'custom', config: rest } : null })
  }
  return (
    <fieldset className="group">
      <legend>{t('look.nav')}</legend>
      <div className="look-lines">
        <div>
          <span id="look-layout">{t('look.layout')}</span>
          <Radio.Group
            aria-labelledby="look-layout"
            optionType="button"
            value={look.layout ?? (isInherited ? '' : 'double')}
            onChange={(event) => put({ layout: LAYOUTS.find((layout) => layout === event.target.value) ?? null })}
            options={[
              ...(isInherited ? [{ value: '', label: none }] : []),
              ...LAYOUTS.map((layout) => ({ value: layout, label: t(`look.layout.${layout}`) })),
            ]}
          />
        </div>
        {(Object.entries(LOOK_COLOURS) as [LookColour, (typeof LOOK_COLOURS)[LookColour]][]).map(([code, words]) => (
          // its own keys
          <div key={code}>
            <span>{wordIn(words, lang)}</span>
            <span className="look-colour">
              <ColorPicker
                value={config[code] ?? null}
                disabledAlpha
                allowClear
                format="hex"
                showText={(colour) => (config[code] ? colour.toHexString() : none)}
                onChangeComplete={(colour) => set(code, colour.cleared ? null : colour.toHexString())}
                onClear={() => set(code, null)}
              />
            </span>
          </div>
        ))}
      </div>
      <p className="quiet">{t('look.readable')}</p>
      <LookPreview look={look} />
    </fieldset>
  )
}

function Pictures({ look, put, has, none }: SomeProps) {
  const { t } = useWords()
  return (
    <fieldset className="group">
      <legend>{t('look.pictures')}</legend>
      <div className="look-pictures">
        {(Object.keys(LOOK_PICTURES) as LookPicture[]).filter(has).map((code) => (
          // its own keys
          <OnePicture key={code} code={code} value={look[code] ?? null} none={none} onChange={(picture) => put({ [code]: picture })} />
        ))}
      </div>
    </fieldset>
  )
}

type OnePictureProps = { code: LookPicture; value: string | null; none: string; onChange: (picture: string | null) => void }

function OnePicture({ code, value, none, onChange }: OnePictureProps) {
  const { t, lang } = useWords()
  const [fault, setFault] = useState('')
  const box = useRef<HTMLInputElement>(null)
  const { width, height } = PICTURE_SIZES[code]
  const name = labelOf(LOOK_PICTURES[code], lang)
  const take = async (file: File | undefined) => {
    if (!file) return
    const bytes = new Uint8Array(await file.arrayBuffer())
    const size = sizeOfPng(bytes)
    if (!size) return setFault(t('look.notPng'))
    if (bytes.length > MAX_BYTES) return setFault(t('look.tooLarge'))
    if (size.width > width || size.height > height) return setFault(t('look.tooWide', size))
    setFault('')
    onChange(await dataUrl(file))
  }
  return (
    <div>
      <span>{name}</span>
      <div className={`look-picture ${code}`}>{value ? <img src={value} alt={name} /> : <span className="quiet">{none}</span>}</div>
      <span className="look-acts">
        <Button size="small" onClick={() => box.current?.click()}>
          {t('look.choose')}
        </Button>
        {value && (
          <Button size="small" type="text" onClick={() => onChange(null)}>
            {t('look.takeOff')}
          </Button>
        )}
      </span>
      <input
        ref={box}
        type="file"
        accept="image/png"
        aria-label={name}
        className="look-file"
        tabIndex={-1}
        onChange={(event) => void take(event.target.files?.[0])}
      />
      <span className="quiet">{t('look.pictureHint', { width, height })}</span>
      {fault && (
        <span role="alert" className="look-fault">
          {fault}
        </span>
      )}
    </div>
  )
}

const dataUrl = (file: File) =>
  new Promise<string>((done, failed) => {
    const reader = new FileReader()
    reader.onload = () => done(String(reader.result))
    reader.onerror = () => failed(reader.error)
    reader.readAsDataURL(file)
  })
