import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { PictureFacts } from '../../../model/kit/pictures.ts'
import { downloadThumbnail } from '../../../model/documents/document-routes.ts'
import { fetchFile } from '../../api/call.ts'
import { useWords } from '../../words/language.ts'

/** A small copy of the picture. Its address needs the session in a header, so it is fetched and shown from memory. */
export function Thumbnail({ sid, name }: { sid: string; name: string }) {
  const { data: blob } = useQuery({
    queryKey: ['document', 'thumbnail', sid],
    queryFn: () => fetchFile(downloadThumbnail, { sid }),
    staleTime: Infinity,
    retry: false,
  })
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return <span className="thumbnail">{address && <img src={address} alt={name} />}</span>
}

export function PictureFactsText({ picture: { width, height, dpi, cm } }: { picture: PictureFacts }) {
  const { t } = useWords()
  const parts = [
    t('file.pixels', { width, height }),
    dpi ? `${dpi} dpi` : t('file.noDpi'),
    ...(cm ? [t('file.cm', { width: cm[0], height: cm[1] })] : []),
  ]
  return <small className="quiet number">{parts.join(' · ')}</small>
}
