// The framed page of another company's captcha: shows its widget and hands its token to the page around it.
// Turnstile, hCaptcha and reCAPTCHA are asked for the same way and answer alike.
(() => {
  const widget = document.querySelector('#widget');
  const { service, siteKey, script } = widget.dataset;
  const theme = new URLSearchParams(location.search).get('theme') === 'dark' ? 'dark' : 'light';
  const tell = (message) => parent.postMessage({ source: 'packshot-captcha', ...message }, location.origin);

  globalThis.showCaptcha = () => {
    globalThis[service].render(widget, {
      sitekey: siteKey,
      theme,
      callback: (token) => tell({ token }),
      'error-callback': () => tell({}),
    });
  };
  const tag = document.createElement('script');
  tag.src = `${script}?render=explicit&onload=showCaptcha`;
  tag.async = true;
  tag.addEventListener('error', () => tell({}));
  document.head.append(tag);
})();
