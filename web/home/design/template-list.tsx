import { DownloadOutlined, UploadOutlined } from '@ant-design/icons'
import { App, Button, Upload } from 'antd'
import { Link } from 'react-router'
import { exportPortals, importPortals } from '../../../model/portal/portal-routes.ts'
import { useSchema, useWrite } from '../../api/api.ts'
import { allows } from '../../api/allows.ts'
import { ask, fetchFile } from '../../api/call.ts'
import { ModelList } from '../../records/list/list.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { useWords } from '../../words/language.ts'

const MODEL = 'portal_template'
const COLUMNS = ['name', 'portal_type', 'alias', 'role_sids', 'mobile', 'public', 'default', 'is_system', 'status']
const WIDTHS = { name: 220, alias: 170 } as const

/** The portal centre: home pages and further pages, and the way to their components. */
export function TemplateList() {
  const { data: schema } = useSchema(MODEL)
  const { t } = useWords()
  if (!schema) return <PageSkeleton />
  const acts = (
    <>
      <Link to="/m/portal_component">
        <Button>{t('portal.components')}</Button>
      </Link>
      {allows(schema, 'export') && <Export />}
      {allows(schema, 'create') && <Import />}
    </>
  )
  return <ModelList schema={schema} own={{ columns: COLUMNS, widths: WIDTHS, acts }} />
}

function Export() {
  const { t } = useWords()
  const save = async () => {
    const url = URL.createObjectURL(await fetchFile(exportPortals, {}))
    const link = Object.assign(document.createElement('a'), { href: url, download: 'portal.json' })
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <Button icon={<DownloadOutlined />} onClick={() => void save()}>
      {t('portal.export')}
    </Button>
  )
}

function Import() {
  const { t } = useWords()
  const { message } = App.useApp()
  const write = useWrite(MODEL, (content: Record<string, unknown>) => ask(importPortals, { content }))
  const take = async (file: File) => {
    const content = contentOf(await file.text())
    if (!content) return void message.error(t('portal.notJson'))
    try {
      const { created = 0, updated = 0, skipped = [] } = await write.mutateAsync(content)
      message.success(t('portal.imported', { created, updated }))
      if (skipped.length > 0) message.warning(t('portal.skipped', { what: skipped.join(', ') }))
    } catch {
      // The fault is shown with the others.
    }
  }
  return (
    <Upload accept=".json" showUploadList={false} beforeUpload={(file) => (void take(file), false)}>
      <Button icon={<UploadOutlined />} loading={write.isPending}>
        {t('portal.import')}
      </Button>
    </Upload>
  )
}

function contentOf(text: string): Record<string, unknown> | undefined {
  try {
    const content: unknown = JSON.parse(text)
    return typeof content === 'object' && content !== null && !Array.isArray(content) ? { ...content } : undefined
  } catch {
    return undefined
  }
}
