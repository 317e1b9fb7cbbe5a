import { DownloadOutlined, DownOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { paymentFile, SITE_LANGUAGES } from '../../../model/fees/payments/payment-routes.ts'
import type { Lang } from '../../../model/kit/fields.ts'
import type { Rec } from '../../api/api.ts'
import { fetchFile } from '../../api/call.ts'
import { useSaveFile } from '../../fields/documents/save-file.ts'
import { useWords } from '../../words/language.ts'

type PaymentFileProps = { sid: string; no: string; fees: readonly Rec[] }

/** The fees of a list as a file: in the language of the office for its payment site, or as a listing in either language. */
export function PaymentFile({ sid, no, fees }: PaymentFileProps) {
  const { t, lang } = useWords()
  const saveFile = useSaveFile()
  const save = (language: Lang) => void saveFile(() => fetchFile(paymentFile, { sid }, { language }), `${no}.xlsx`)
  const site = siteOf(fees)
  const languages: readonly Lang[] = site === 'zh' || (!site && lang === 'zh') ? ['zh', 'en'] : ['en', 'zh']
  return (
    <Dropdown
      trigger={['click']}
      disabled={fees.length === 0}
      menu={{
        items: languages.map((one) => ({ key: one, label: t(one === site ? `annuity.exportSite.${one}` : `annuity.exportList.${one}`) })),
        onClick: ({ key }) => save(key === 'zh' ? 'zh' : 'en'),
      }}
    >
      <Button icon={<DownloadOutlined />} disabled={fees.length === 0}>
        {t('annuity.export')} <DownOutlined aria-hidden />
      </Button>
    </Dropdown>
  )
}

/** The language of the office's payment site, where all the fees go to one office that has such a site. */
function siteOf(fees: readonly Rec[]): Lang | undefined {
  const [office, ...others] = new Set(fees.map((fee) => fee['case_sid.country']))
  return typeof office === 'string' && others.length === 0 ? SITE_LANGUAGES[office] : undefined
}
