import { AutoComplete, Form, Input, Modal, Segmented } from 'antd'
import type { Lang } from '../../../model/kit/fields.ts'
import { type FurtherLanguage, isFurtherCode, ownName } from '../../../model/settings/languages/languages.ts'
import { useWords } from '../../words/language.ts'
import { Refused } from '../refused.tsx'
import { useKeepLanguages } from './word-rows.ts'

type LanguageFormProps = {
  languages: readonly FurtherLanguage[]
  /** The language that is changed; one is added without it. */
  changed: FurtherLanguage | undefined
  onClose: () => void
  onDone: (code: string) => void
}

const OFFERED = ['ja', 'ko', 'zh-tw', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pt-br', 'ru', 'sv', 'da', 'fi', 'pl', 'cs', 'tr', 'vi', 'th', 'id']

/** A language by its code, its own name, and the language of the words that it lacks. */
export function LanguageForm({ languages, changed, onClose, onDone }: LanguageFormProps) {
  const { t, tag } = useWords()
  const [form] = Form.useForm<FurtherLanguage>()
  const keep = useKeepLanguages()
  const names = new Intl.DisplayNames([tag], { type: 'language' })
  const others = languages.filter(({ code }) => code !== changed?.code)
  const save = (given: FurtherLanguage) => {
    const code = given.code.trim().toLowerCase()
    return keep.mutateAsync({ languages: [...others, { ...given, code }], known: languages }).then(
      () => (onDone(code), onClose()),
      () => undefined, // shown above the form
    )
  }
  const named = (code: string) => isFurtherCode(code) && form.setFieldValue('name', ownName(code))
  return (
    <Modal
      open
      title={t(changed ? 'words.changeLanguage' : 'words.add')}
      okText={t('save')}
      okButtonProps={{ loading: keep.isPending }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {keep.error && <Refused error={keep.error} />}
      <Form form={form} layout="vertical" initialValues={changed ?? { fallback: 'en' }} onFinish={(given) => void save(given)}>
        <Form.Item
          name="code"
          label={t('words.code')}
          rules={[{ validator: (_, code: string) => checkCode(code, others, t('words.codeFault')) }]}
          required
        >
          <AutoComplete
            disabled={changed !== undefined}
            options={OFFERED.filter((code) => others.every((one) => one.code !== code)).map((value) => ({
              value,
              label: `${value} · ${names.of(value) ?? ''}`,
            }))}
            onChange={(code: string) => named(code.trim().toLowerCase())}
            showSearch={{ filterOption: (sought, option) => `${option?.label ?? ''}`.toLowerCase().includes(sought.toLowerCase()) }}
          />
        </Form.Item>
        <Form.Item name="name" label={t('words.name')} rules={[{ required: true, message: t('words.nameFault') }]}>
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="fallback" label={t('words.fallback')} extra={t('words.fallbackText')}>
          <Segmented<Lang>
            aria-label={t('words.fallback')}
            options={[
              { value: 'en', label: t('words.english') },
              { value: 'zh', label: t('words.chinese') },
            ]}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}

async function checkCode(given: string | undefined, others: readonly FurtherLanguage[], fault: string) {
  const code = (given ?? '').trim().toLowerCase()
  if (!isFurtherCode(code) || others.some((one) => one.code === code)) throw new Error(fault)
}
