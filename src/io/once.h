#pragma once
#include <boost/asio/awaitable.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

// Include in sources only: it brings much of Asio.
namespace assay::io {

// Work that is done once for each key, whoever asks for it and how many do at the same time; its
// value, or its failure, is kept for all. For one event loop.
template <class T>
class Once {
 public:
  using Work = std::function<boost::asio::awaitable<T>()>;

  // The value of the key: kept, or awaited from who works at it already, or made by `work`. Throws
  // what the work threw. Where who works at it is cancelled, the next who waits does it.
  boost::asio::awaitable<T> get(std::string key, Work work) {
    return get(entry(key), std::move(work));
  }

  // As if it had never been asked for. Who works at it goes on, for those who wait already.
  void forget(const std::string& key) { entries_.erase(key); }

 private:
  struct Entry {
    bool running = false;
    std::optional<T> value;
    std::exception_ptr error;
    std::shared_ptr<boost::asio::steady_timer> ended;  // cancelled when the work has ended
  };

  std::shared_ptr<Entry> entry(const std::string& key) {
    auto& found = entries_[key];
    if (!found) found = std::make_shared<Entry>();
    return found;
  }

  static boost::asio::awaitable<T> get(std::shared_ptr<Entry> entry, Work work) {
    namespace asio = boost::asio;
    const auto executor = co_await asio::this_coro::executor;
    if (!entry->ended)
      entry->ended =
          std::make_shared<asio::steady_timer>(executor, asio::steady_timer::time_point::max());
    while (entry->running) {
      boost::system::error_code ignored;
      co_await entry->ended->async_wait(asio::redirect_error(asio::use_awaitable, ignored));
      const auto state = co_await asio::this_coro::cancellation_state;
      if (entry->running && state.cancelled() != asio::cancellation_type::none)
        throw boost::system::system_error(asio::error::operation_aborted);
    }
    if (entry->value) co_return *entry->value;
    if (entry->error) std::rethrow_exception(entry->error);
    const Running running(*entry);
    try {
      T value = co_await work();
      entry->value.emplace(std::move(value));
    } catch (const boost::system::system_error& error) {
      if (error.code() != asio::error::operation_aborted) entry->error = std::current_exception();
      throw;
    } catch (...) {
      entry->error = std::current_exception();
      throw;
    }
    co_return *entry->value;
  }

  // Wakes those who wait, however the work ends.
  struct Running {
    explicit Running(Entry& of) : entry(of) { entry.running = true; }
    ~Running() {
      entry.running = false;
      entry.ended->cancel();
    }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;
    Entry& entry;
  };

  std::map<std::string, std::shared_ptr<Entry>> entries_;
};

}  // namespace assay::io
