import { useTranslation } from 'react-i18next'

/** The texts that all lists share (ui/paged-list.tsx, ui/filter-bar.tsx). */
export function useListTexts() {
  const { t } = useTranslation('common')
  return {
    loading: t('loading'),
    retry: t('retry'),
    noMore: t('noMore'),
    incomplete: t('list.incomplete'),
    pull: t('list.pull'),
    release: t('list.release'),
    refreshing: t('list.refreshing'),
    refresh: t('list.refresh'),
    filter: t('list.filter'),
    clear: t('list.clear'),
    from: t('list.from'),
    to: t('list.to'),
    all: t('list.all'),
  }
}
