import { useEffect, useState } from 'react';

/** An address for what this device holds under an id, for as long as it is shown; null until it is read. */
export function useObjectUrl(id: string | null, read: (id: string) => Promise<Blob | null>): string | null {
  const [shown, setShown] = useState<{ readonly id: string; readonly url: string } | null>(null);
  useEffect(() => {
    if (id === null) return;
    let url: string | null = null;
    let over = false;
    read(id).then(
      (blob) => {
        if (over || !blob) return;
        url = URL.createObjectURL(blob);
        setShown({ id, url });
      },
      // Signed out meanwhile, or the store is closed: the name stands without a picture.
      () => undefined,
    );
    return () => {
      over = true;
      if (url === null) return;
      URL.revokeObjectURL(url);
      // A second request must not get the address that was just revoked.
      setShown(null);
    };
  }, [id, read]);
  return shown !== null && shown.id === id ? shown.url : null;
}
